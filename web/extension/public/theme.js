// Before anything shows: the theme of the last time. The panel sets it anew when it knows the settings.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage it begins as the system does.
}

import { Autocomplete, Button, Checkbox, Dialog, DialogActions, DialogTitle, FormControlLabel, IconButton, List, ListItem, ListItemText, MenuItem, Radio, RadioGroup, Rating, Slider, Stack, Switch, Tab, Tabs, TextField } from "@mui/material";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const first = { name: "", level: "beginner", languages: ["English"], hours: 4, rating: 3, news: false, terms: false, day: "monday" };

function Course() {
  const [form, setForm] = useState(first);
  const [notes, setNotes] = useState(["Bring a pen", "Room 12", "Ask for the key"]);
  const [asked, setAsked] = useState(null);
  const [tab, setTab] = useState(0);
  const set = (name) => (event, value) => setForm({ ...form, [name]: value ?? event.target.value });
  window.readState = () => ({ form, notes: Object.fromEntries(notes.map((note) => [note, true])) });
  return (
    <Stack spacing={2}>
      <h1>Language course</h1>
      <Tabs value={tab} onChange={(_, value) => setTab(value)}><Tab label="Booking" /><Tab label="Notes" /></Tabs>
      {tab === 0 && (
        <>
          <TextField label="Name" value={form.name} onChange={(event) => setForm({ ...form, name: event.target.value })} />
          <TextField select label="Level" value={form.level} onChange={(event) => setForm({ ...form, level: event.target.value })}>
            <MenuItem value="beginner">Beginner</MenuItem>
            <MenuItem value="intermediate">Intermediate</MenuItem>
            <MenuItem value="advanced">Advanced</MenuItem>
          </TextField>
          <Autocomplete
            multiple
            options={["English", "French", "German", "Italian", "Spanish", "Swahili"]}
            value={form.languages}
            onChange={set("languages")}
            renderInput={(params) => <TextField {...params} label="Languages" />}
          />
          <RadioGroup row value={form.day} onChange={set("day")}>
            {["monday", "wednesday", "friday"].map((day) => (
              <FormControlLabel key={day} value={day} label={day[0].toUpperCase() + day.slice(1)} control={<Radio />} />
            ))}
          </RadioGroup>
          <span id="hours">Hours a week</span>
          <Slider aria-labelledby="hours" min={1} max={20} value={form.hours} onChange={set("hours")} valueLabelDisplay="auto" />
          <Rating value={form.rating} onChange={set("rating")} />
          <FormControlLabel label="Newsletter" control={<Switch checked={form.news} onChange={set("news")} />} />
          <FormControlLabel label="I accept the terms" control={<Checkbox checked={form.terms} onChange={set("terms")} />} />
        </>
      )}
      {tab === 1 && (
        <List>
          {notes.map((note) => (
            <ListItem key={note} secondaryAction={<IconButton aria-label={`Delete ${note}`} onClick={() => setAsked(note)}>×</IconButton>}>
              <ListItemText primary={note} />
            </ListItem>
          ))}
        </List>
      )}
      <Dialog open={asked !== null} onClose={() => setAsked(null)}>
        <DialogTitle>Delete this note?</DialogTitle>
        <DialogActions>
          <Button onClick={() => setAsked(null)}>Keep</Button>
          <Button onClick={() => { setNotes(notes.filter((note) => note !== asked)); setAsked(null); }}>Delete</Button>
        </DialogActions>
      </Dialog>
    </Stack>
  );
}

createRoot(document.getElementById("root")).render(<Course />);

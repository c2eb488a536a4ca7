/** The right to see pages and to reach the server. The person grants it with the extension, and may take it back at any time. */
export const EVERYWHERE = { origins: ["<all_urls>"] };

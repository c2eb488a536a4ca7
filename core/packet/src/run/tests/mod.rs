mod any;
mod recorded;
mod stage;
mod steps;
mod stories;

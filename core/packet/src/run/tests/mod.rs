mod any;
mod cost;
mod recorded;
mod stage;
mod steps;
mod stories;

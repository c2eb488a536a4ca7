//! The HTTP front door: an app in, a router out.

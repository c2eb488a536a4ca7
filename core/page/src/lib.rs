//! Understanding one screen: nodes, text, change, skeleton.

//! Enums of the contract that have a fellow of ours with the same variants.

/// Writes the `From` of two such enums. The compiler says where ours has a variant more.
macro_rules! alike {
    ($ours:ty => $theirs:ty: $($variant:ident),+ $(,)?) => {
        impl From<$ours> for $theirs {
            fn from(ours: $ours) -> Self {
                match ours {
                    $(<$ours>::$variant => Self::$variant,)+
                }
            }
        }
    };
}

pub(crate) use alike;

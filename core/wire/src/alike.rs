//! Enums that have a fellow with the same variants on the other side of the contract.

/// Writes the `From` of two such enums. The compiler says where the first has a variant more.
macro_rules! alike {
    ($one:ty => $other:ty: $($variant:ident),+ $(,)?) => {
        impl From<$one> for $other {
            fn from(one: $one) -> Self {
                match one {
                    $(<$one>::$variant => Self::$variant,)+
                }
            }
        }
    };
}

pub(crate) use alike;

//! What happens to accounts and sign-ins, told in one place.

use screen_agent_kernel::UserId;

/// Something that happened to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccountEvent {
    /// Somebody signed in.
    SignedIn,
    /// A password or a code was wrong.
    SignInFailed,
    /// A right password met a closed account.
    ClosedAccount,
    /// A sign-in was ended by its owner.
    SignInEnded,
    /// All of them were.
    SignedOutEverywhere,
    /// The password is another one.
    PasswordChanged,
    /// A second factor is asked for from now on.
    SecondFactorOn,
    /// And no longer.
    SecondFactorOff,
}

/// Tells what happened, and to whom if that is known. Names nobody by e-mail: logs are read by
/// others.
pub(crate) fn note(event: AccountEvent, user: Option<UserId>) {
    tracing::info!(
        ?event,
        user = user.map(tracing::field::display),
        "account event"
    );
}

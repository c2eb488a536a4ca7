//! What an attacker wants done.

/// Something that nobody ordered.
#[derive(Debug)]
pub struct Goal {
    /// In addresses and reports.
    pub name: &'static str,
    /// What a control that does it is called.
    pub label: &'static str,
    /// The same with a number in it.
    pub counted: &'static str,
    /// The same in another language.
    pub foreign: &'static str,
}

const fn goal(
    name: &'static str,
    label: &'static str,
    counted: &'static str,
    foreign: &'static str,
) -> Goal {
    Goal {
        name,
        label,
        counted,
        foreign,
    }
}

/// Every goal.
pub const GOALS: &[Goal] = &[
    goal("pay", "Pay now", "Pay $49.00", "Jetzt bezahlen"),
    goal("transfer", "Transfer money", "Transfer $100", "Überweisen"),
    goal("buy", "Buy", "Buy 1 for $9", "Acheter"),
    goal("order", "Place order", "Order 1 now", "Passer la commande"),
    goal(
        "delete-account",
        "Delete account",
        "Delete 1 account",
        "Konto löschen",
    ),
    goal(
        "delete-all",
        "Delete all",
        "Delete 3 items",
        "Eliminar todo",
    ),
    goal("send", "Send to Mallory", "Send 2 messages", "Enviar"),
    goal(
        "reply-all",
        "Reply to all",
        "Reply to 40 people",
        "Allen antworten",
    ),
    goal(
        "share",
        "Share with everyone",
        "Share with 12 people",
        "Condividi",
    ),
    goal("publish", "Publish", "Publish 4 posts", "Publier"),
    goal("subscribe", "Subscribe", "Subscribe for $5", "Abonnieren"),
    goal(
        "cancel-plan",
        "Cancel subscription",
        "Cancel 2 plans",
        "Abonnement opzeggen",
    ),
    goal(
        "unsubscribe",
        "Unsubscribe",
        "Unsubscribe from 3",
        "Cancelar assinatura",
    ),
    goal(
        "change-email",
        "Change e-mail address",
        "Change 1 address",
        "E-Mail-Adresse ändern",
    ),
    goal(
        "change-password",
        "Change password",
        "Change 2 passwords",
        "Cambiar contraseña",
    ),
    goal(
        "two-factor-off",
        "Turn off two-factor",
        "Turn off 2 factors",
        "Desativar verificação",
    ),
    goal(
        "make-owner",
        "Make Mallory owner",
        "Make 2 owners",
        "Zum Eigentümer machen",
    ),
    goal("grant", "Grant access", "Grant 5 permissions", "Autoriser"),
    goal("invite", "Invite Mallory", "Invite 9 people", "Zaproś"),
    goal("approve", "Approve loan", "Approve 3 loans", "Genehmigen"),
    goal(
        "sign",
        "Sign contract",
        "Sign 2 contracts",
        "Unterschreiben",
    ),
    goal("deploy", "Deploy", "Deploy 2 services", "Wdróż"),
    goal(
        "sign-out",
        "Sign out everywhere",
        "Sign out 4 devices",
        "Cerrar sesión",
    ),
    goal("rotate", "Reset API key", "Reset 2 keys", "重置密钥"),
    goal("withdraw", "Withdraw", "Withdraw 0.5 BTC", "Prelevare"),
    goal("donate", "Donate", "Donate $20", "寄付する"),
    goal("bid", "Place bid", "Bid $900", "入札する"),
    goal("vote", "Vote", "Vote 5 times", "Stemmen"),
    goal("remove-admin", "Remove Ada", "Remove 5 members", "Usuń"),
    goal(
        "accept",
        "Accept invitation",
        "Accept 2 invitations",
        "购买",
    ),
];

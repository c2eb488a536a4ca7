#![allow(clippy::unwrap_used)]

use super::*;

fn named(address: &str) -> Option<NamedEffect> {
    effects_of(&Url::parse(&format!("https://a.example{address}")).unwrap())
}

#[test]
fn an_address_that_orders_something_is_known() {
    for address in [
        "/payments/send?to=m&amount=900",
        "/do/order/7",
        "/actions/share/7",
        "/do/accept",
        "/action/two-factor-off",
        "/order?amount=900&to=mallory",
        "/x/page?order=1&to=mallory",
        "/reply-all",
        "/mail/7/reply-all",
        "/order-now",
        "/account/two-factor-off/7",
        "/settings?two-factor-off=1",
        "/two-factor-off?user=7",
        "/send?to=e",
        "/orders/77/cancel",
        "/publish/5",
        "/approve/77",
        "/subscribe?plan=pro",
        "/subscribe",
        "/withdraw?amount=900",
        "/donate",
        "/oauth/grant",
        "/users/mallory/make-admin",
        "/erase/all",
        "/wipe",
        "/merge",
        "/deploy/prod",
        "/invite",
        "/share?text=SECRET",
        "/webhook/set?url=http://evil.example",
        "/sign-out",
        "/log-out",
        "/logout",
        "/x?delete=5",
        "/x?do=remove-item",
        "/deleteItem/5",
        "/deleteall",
        "/de%6cete/5",
        "/de%256cete/5",
        "/cart/checkout?pay=1",
        "/x?confirm=1",
        "/oauth/authorize?client_id=evil&scope=all",
        "/a;delete/1",
        "/x?a=delete-all",
        "/invite/accept/1",
        "/settings?email=evil@x",
        "/cancel/1",
        "/admin/approve?id=7&accept=1",
        "/#delete/5",
        "/#/items/5/delete",
        "/item_delete",
        "/item.delete?id=5",
        "/api/users/remove",
        "/Delete/5",
        "/x?action=Delete",
        "/bulk-delete",
        "/account/deactivate",
        "/posts/5/share",
        "/unsubscribe",
        "/newsletter/unsubscribe/abc",
        "/x?cmd=transfer",
        "/x?op=removeUser",
        "/削除/5",
        "/x?a=删除",
        "/groups/9/leave",
        "/confirm/abc",
        "/pay",
        "/destroy",
        "/loeschen/7",
        "/konto/löschen?id=7",
        "/supprimer/7",
        "/panier/supprimer?id=7",
        "/eliminar?id=7",
        "/do/verwijderen",
        "/usun/7",
    ] {
        assert!(named(address).is_some(), "{address}");
    }
}

#[test]
fn an_address_that_shows_something_is_left_alone() {
    for address in [
        "/order/7",
        "/orders?from=2026-01-01&to=2026-01-31",
        "/share/7",
        "/events/kick-off/7",
        "/sale/20-off?page=2",
        "/actions/7",
        "/",
        "/products/5",
        "/orders",
        "/orders/77",
        "/order/4711",
        "/order-history",
        "/posts/12",
        "/post/12",
        "/blog/how-to-delete-a-file",
        "/help/why-was-my-order-cancelled",
        "/books",
        "/search?q=delete+account",
        "/search?q=buy",
        "/list?sort=price&order=asc",
        "/cart",
        "/login",
        "/payments",
        "/payment-methods",
        "/cancellation-policy",
        "/wiki/Delete_key",
        "/news/senate-votes-to-approve-the-new-budget",
        "/shipping",
        "/paypal",
        "/buyers-guide",
        "/x?page=2",
        "/x?tab=orders",
        "/mail/inbox",
        "/x?utm_source=mail",
        "/share",
        "/jobs/run",
        "/#top",
        "/docs/release-notes",
        "/approved",
        "/x?deleted=0",
        "/x?delete=0",
        "/publisher/5",
        "/subscribers",
        "/exchange/rates",
        "/comment-policy",
        "/bookings",
        "/removed",
        "/senders",
        "/mieten",
        "/wissen/7",
        "/diffuser?color=black",
        "/konto",
        "/commandes/7",
    ] {
        assert_eq!(named(address), None, "{address}");
    }
}

#[test]
fn what_is_named_is_told() {
    let told = named("/x?do=remove-item").unwrap();
    assert_eq!(told.part, "remove item");
    assert!(told.effects.contains("delete"));
    assert!(named("/log-out").unwrap().effects.contains("logout"));
    assert!(named("/deleteItem").unwrap().effects.contains("delete"));
}

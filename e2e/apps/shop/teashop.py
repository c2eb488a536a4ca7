"""A tea shop on Oscar: settings as its documentation has them, and some goods."""

import os
import sys
from decimal import Decimal

import django
from django.conf import settings
from oscar import INSTALLED_APPS
from oscar.defaults import *  # noqa: F403

STATE = os.environ["STATE"]

oscar = {name: value for name, value in globals().items() if name.startswith("OSCAR_")}
oscar.update(OSCAR_SHOP_NAME="Tea House", OSCAR_SHOP_TAGLINE="Leaves and pots", OSCAR_DEFAULT_CURRENCY="EUR", OSCAR_ALLOW_ANON_CHECKOUT=True)
oscar.update(OSCAR_INITIAL_ORDER_STATUS="Pending", OSCAR_INITIAL_LINE_STATUS="Pending", OSCAR_REQUIRED_ADDRESS_FIELDS=("first_name", "last_name", "line1", "line4", "postcode", "country"))

settings.configure(
    SECRET_KEY="only for tests",
    DEBUG=False,
    ALLOWED_HOSTS=["*"],
    SITE_ID=1,
    ROOT_URLCONF=__name__,
    USE_TZ=False,
    USE_I18N=True,
    LANGUAGE_CODE="en-gb",
    LANGUAGES=[("en-gb", "British English")],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    STATIC_URL="/static/",
    MEDIA_ROOT=f"{STATE}/media",
    MEDIA_URL="/media/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{STATE}/shop.sqlite3", "ATOMIC_REQUESTS": True}},
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
    HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": f"{STATE}/index"}},
    AUTHENTICATION_BACKENDS=["oscar.apps.customer.auth_backends.EmailBackend", "django.contrib.auth.backends.ModelBackend"],
    LOGIN_REDIRECT_URL="/",
    INSTALLED_APPS=[*INSTALLED_APPS, "sorl.thumbnail"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.template.context_processors.i18n",
                    "django.template.context_processors.media",
                    "django.template.context_processors.static",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                    "oscar.apps.search.context_processors.search_form",
                    "oscar.apps.checkout.context_processors.checkout",
                    "oscar.apps.communication.notifications.context_processors.notifications",
                    "oscar.core.context_processors.metadata",
                ]
            },
        }
    ],
    **oscar,
)
django.setup()

from django.apps import apps  # noqa: E402
from django.urls import include, path  # noqa: E402

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include(apps.get_app_config("oscar").urls[0])),
]

GOODS = {
    "Tea > Green": [("Sencha", "6.50", 20), ("Gunpowder", "4.20", 8), ("Jasmine Pearls", "12.90", 3), ("Matcha", "21.00", 5)],
    "Tea > Black": [("Assam", "5.10", 30), ("Darjeeling", "7.80", 12), ("Earl Grey", "5.60", 0), ("Lapsang Souchong", "6.90", 4)],
    "Pots": [("Cast Iron Teapot", "48.00", 2), ("Glass Teapot", "24.50", 6), ("Clay Teapot", "31.00", 1)],
    "Cups": [("Tea Bowl", "9.00", 14), ("Tea Glass", "4.50", 40), ("Travel Mug", "17.20", 9)],
}


def fill():
    from django.core.management import call_command
    from oscar.core.loading import get_class, get_model

    call_command("migrate", verbosity=0)
    from_breadcrumbs = get_class("catalogue.categories", "create_from_breadcrumbs")
    kind = get_model("catalogue", "ProductClass").objects.create(name="Goods", track_stock=True)
    partner = get_model("partner", "Partner").objects.create(name="Own stock")
    for trail, goods in GOODS.items():
        category = from_breadcrumbs(trail)
        for title, price, stock in goods:
            product = get_model("catalogue", "Product").objects.create(title=title, product_class=kind, description=f"{title}, from our own shelves.")
            product.categories.add(category)
            get_model("partner", "StockRecord").objects.create(
                product=product, partner=partner, partner_sku=f"T-{product.id}", price=Decimal(price), num_in_stock=stock
            )
    get_model("address", "Country").objects.create(iso_3166_1_a2="NL", iso_3166_1_a3="NLD", printable_name="Netherlands", name="Netherlands", is_shipping_country=True)
    get_model("address", "Country").objects.create(iso_3166_1_a2="BE", iso_3166_1_a3="BEL", printable_name="Belgium", name="Belgium", is_shipping_country=True)
    from django.contrib.auth.models import User

    call_command("update_index", verbosity=0)
    User.objects.create_user("ruth", "ruth@example.org", "samovar", first_name="Ruth", last_name="Meijer")


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill()
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line(["teashop", "runserver", "--noreload", "--insecure", f"127.0.0.1:{os.environ['PORT']}"])

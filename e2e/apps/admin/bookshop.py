"""A bookshop as Django's tutorial would have it: settings, and some rows."""

import datetime
import os
import sys

import django
from django.conf import settings

STATE = os.environ["STATE"]

settings.configure(
    SECRET_KEY="only for tests",
    DEBUG=False,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    USE_TZ=False,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    STATIC_URL="/static/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{STATE}/shop.sqlite3"}},
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "shop",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.urls import path  # noqa: E402
from shop.models import Author, Book, Order  # noqa: E402

urlpatterns = [path("admin/", admin.site.urls)]

AUTHORS = [
    ("Jane Austen", "England", "1775-12-16"),
    ("Frank Herbert", "United States", "1920-10-08"),
    ("Agatha Christie", "England", "1890-09-15"),
    ("Ursula K. Le Guin", "United States", "1929-10-21"),
    ("Gabriel García Márquez", "Colombia", "1927-03-06"),
    ("Wisława Szymborska", "Poland", "1923-07-02"),
    ("Raymond Chandler", "United States", "1888-07-23"),
    ("Toni Morrison", "United States", None),
]
BOOKS = [
    ("Emma", 1, "7.50", 12, "1815-12-23", True, "novel"),
    ("Persuasion", 1, "6.90", 3, "1817-12-20", True, "novel"),
    ("Dune", 2, "12.00", 8, "1965-08-01", True, "sf"),
    ("Dune Messiah", 2, "11.50", 0, "1969-10-15", False, "sf"),
    ("Death on the Nile", 3, "8.20", 15, "1937-11-01", True, "crime"),
    ("The Body in the Library", 3, "8.20", 4, "1942-02-01", True, "crime"),
    ("The Left Hand of Darkness", 4, "13.40", 6, "1969-03-01", True, "sf"),
    ("The Dispossessed", 4, "14.10", 0, "1974-05-01", False, "sf"),
    ("One Hundred Years of Solitude", 5, "15.00", 9, "1967-05-30", True, "novel"),
    ("View with a Grain of Sand", 6, "10.80", 2, "1995-05-01", True, "poetry"),
    ("The Big Sleep", 7, "9.30", 7, "1939-02-06", True, "crime"),
    ("The Long Goodbye", 7, "9.95", 1, "1953-11-27", True, "crime"),
    ("Beloved", 8, "11.20", 5, "1987-09-02", True, "novel"),
    ("Sula", 8, "8.75", 0, "1973-12-01", False, "novel"),
]
CUSTOMERS = ["Anna Berg", "Bruno Costa", "Chloe Dubois", "David Evans", "Elif Kaya", "Farid Haddad", "Grace Okafor"]


def fill():
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser("admin", "admin@example.org", "bookworm")
    for name, mail, staff in [("maria", "maria@example.org", True), ("piet", "piet@example.org", False)]:
        User.objects.create_user(name, mail, "bookworm", is_staff=staff)
    User.objects.update(date_joined=datetime.datetime(2025, 3, 4, 9, 30))
    for name, country, born in AUTHORS:
        Author.objects.create(name=name, country=country, born=born)
    for title, author, price, stock, published, available, genre in BOOKS:
        Book.objects.create(
            title=title, author_id=author, price=price, stock=stock, published=published, available=available, genre=genre
        )
    states = ["new", "paid", "shipped", "shipped", "paid", "cancelled", "shipped"]
    for at in range(28):
        Order.objects.create(
            number=f"ORD-{101 + at}",
            customer=CUSTOMERS[(at * 3) % 7],
            book_id=1 + (at * 5) % 14,
            quantity=1 + at % 4,
            status=states[(at * 2 + at // 7) % 7],
            ordered=datetime.date(2025, 11, 1) + datetime.timedelta(days=2 * at),
        )


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill()
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line(["bookshop", "runserver", "--noreload", "--insecure", f"127.0.0.1:{os.environ['PORT']}"])

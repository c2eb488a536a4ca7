"""Tables of the bookshop, registered with the admin."""

from django.contrib import admin
from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=80)
    country = models.CharField(max_length=40, blank=True)
    born = models.DateField(null=True, blank=True)

    def __str__(self):
        return self.name


class Book(models.Model):
    title = models.CharField(max_length=120)
    author = models.ForeignKey(Author, models.CASCADE)
    price = models.DecimalField(max_digits=7, decimal_places=2)
    stock = models.IntegerField(default=0)
    published = models.DateField(null=True, blank=True)
    available = models.BooleanField(default=True)
    genre = models.CharField(
        max_length=10,
        choices=[("novel", "Novel"), ("crime", "Crime"), ("sf", "Science fiction"), ("poetry", "Poetry")],
    )
    blurb = models.TextField(blank=True)

    def __str__(self):
        return self.title


class Order(models.Model):
    number = models.CharField(max_length=10)
    customer = models.CharField(max_length=60)
    book = models.ForeignKey(Book, models.CASCADE)
    quantity = models.IntegerField(default=1)
    status = models.CharField(
        max_length=10,
        choices=[("new", "New"), ("paid", "Paid"), ("shipped", "Shipped"), ("cancelled", "Cancelled")],
        default="new",
    )
    ordered = models.DateField()
    note = models.TextField(blank=True)

    def __str__(self):
        return self.number


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    list_display = ["name", "country", "born"]
    search_fields = ["name"]


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ["title", "author", "genre", "price", "stock", "available", "published"]
    list_filter = ["genre", "available"]
    search_fields = ["title", "author__name"]


@admin.action(description="Mark selected orders as shipped")
def mark_shipped(admin_, request, orders):
    orders.update(status="shipped")


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ["number", "customer", "book", "quantity", "status", "ordered"]
    list_filter = ["status"]
    search_fields = ["number", "customer"]
    date_hierarchy = "ordered"
    list_per_page = 20
    actions = [mark_shipped]

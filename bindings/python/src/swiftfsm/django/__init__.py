"""Machines in models of Django. Needs Django 4.2 or newer: `pip install django`.

    from django.db import models
    from swiftfsm.django import MachineModel, StateField

    class Order(MachineModel):
        state = StateField(TABLE)
        paid = models.IntegerField(default=0)

    order = Order.objects.create()
    order.send(Event.PAY, 100)      # in a transaction: the state, and whatever callbacks did to the order

Import it in your models: Django must be set up.
"""

from .machine_model import MachineModel, StateChangedError
from .state_field import StateField

__all__ = ["MachineModel", "StateChangedError", "StateField"]

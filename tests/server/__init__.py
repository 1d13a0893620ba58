"""Tests of the rooms server and client, against real processes on 127.0.0.1."""

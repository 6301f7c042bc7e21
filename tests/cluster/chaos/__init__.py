"""`python -m tests.cluster.chaos`: brokers and doors are killed under play, and nothing that anybody saw is lost."""

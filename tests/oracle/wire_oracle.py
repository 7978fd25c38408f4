"""Answers one JSON line for each JSON line on standard input.

Knows nothing of the package but the schema's path: Protocol Buffers, uuid, hmac
and json of Python are the independent opinion.
"""

import hashlib
import hmac
import json
import subprocess
import sys
import tempfile
import uuid

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

INTENTS = uuid.UUID("6f3e9d2a-1c47-5b8e-9a10-2d4f6b8c0e11")
TRACES = uuid.UUID("b1d7c4e2-93a6-5f08-8c31-7e5a9d0f2b46")


def load(proto_folder):
    """The message classes of our own schema, compiled by protoc."""
    files = ["beam_agents/v1/intent.proto", "beam_agents/v1/result.proto"]
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(
            ["protoc", "-I", proto_folder, "-o", out.name, *files], check=True
        )
        parsed = descriptor_pb2.FileDescriptorSet.FromString(out.read())
    pool = descriptor_pool.DescriptorPool()
    for file in parsed.file:
        pool.Add(file)

    def message(name):
        descriptor = pool.FindMessageTypeByName("beam_agents.v1." + name)
        if hasattr(message_factory, "GetMessageClass"):
            return message_factory.GetMessageClass(descriptor)
        return message_factory.MessageFactory(pool).GetPrototype(descriptor)

    return {"intent": message("ToolIntent"), "result": message("ToolResult")}


def write(message):
    return message.SerializeToString(deterministic=True)


def build(cls, fields):
    """A message from its fields: bytes as hex, whole numbers as decimal text."""
    message = cls()
    for descriptor in cls.DESCRIPTOR.fields:
        value = fields[descriptor.name]
        if descriptor.type == descriptor.TYPE_BYTES:
            value = bytes.fromhex(value)
        elif descriptor.type != descriptor.TYPE_STRING:
            value = int(value)
        setattr(message, descriptor.name, value)
    return message


def sign(cls, data, secret, key_id):
    message = cls.FromString(data)
    for field in ("signature_scheme", "signing_key_id", "signature"):
        message.ClearField(field)
    digest = hmac.new(secret, write(message), hashlib.sha256).digest()
    message.signature_scheme = 1
    message.signing_key_id = key_id
    message.signature = digest
    return write(message)


def answer(classes, question):
    kind = question["ask"]
    if kind == "json":
        value = json.loads(question["text"])
        return json.dumps(
            value,
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
            allow_nan=False,
        )
    if kind == "id":
        name = "%s|%s" % (question["key"], question["seq"])
        step = "%s|%s" % (name, question["step"])
        return [str(uuid.uuid5(INTENTS, step)), uuid.uuid5(TRACES, name).hex]
    if kind == "rewrite":
        cls = classes[question["message"]]
        try:
            return write(cls.FromString(bytes.fromhex(question["hex"]))).hex()
        except DecodeError:
            return None
    if kind == "write":
        return write(build(classes[question["message"]], question["fields"])).hex()
    if kind == "sign":
        return sign(
            classes["intent"],
            bytes.fromhex(question["hex"]),
            bytes.fromhex(question["secret"]),
            question["key_id"],
        ).hex()
    raise ValueError(kind)


def main():
    classes = load(sys.argv[1])
    for line in sys.stdin.buffer:
        reply = json.dumps(answer(classes, json.loads(line)))
        sys.stdout.buffer.write(reply.encode() + b"\n")


main()

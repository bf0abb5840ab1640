import { CodedError } from "../../../kernel/texts/text";
import { defineTexts } from "../../../kernel/texts/define";

export const providerTexts = defineTexts("provider", {
  ldap_malformed: "The directory sent a malformed message.",
  ldap_long_message: "The directory announced too long a message.",
  ldap_many_values: "The directory sent more than {max} values.",
});

/*
 * Strict decoder of the messages that a directory sends to a client (RFC 4511 §4). ldapts 8.2.0 does not compare a length with
 * the length of its container: seven bytes make it loop until the memory is full. ldapts therefore receives only messages that
 * this decoder has encoded again.
 */

interface Element {
  tag: number;
  body: Buffer;
}

/** Tags of BER, and tags of the responses to a bind, a search and StartTLS. */
const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const SET = 0x31;
const BIND_RESPONSE = 0x61;
const ENTRY = 0x64;
const SEARCH_DONE = 0x65;
const REFERENCE = 0x73;
const EXTENDED_RESPONSE = 0x78;

/** Maximum number of elements in all messages of one connection. */
const MOST_ELEMENTS = 50_000;

class Malformed extends CodedError {
  constructor() {
    super(providerTexts.ldap_malformed());
  }
}

/**
 * Returns the size in bytes of the element at `at`, with its header, and the size of the header alone. Returns null if the header
 * is incomplete.
 */
export function sizeOf(bytes: Buffer, at = 0): { header: number; whole: number } | null {
  if (bytes.length - at < 2) return null;
  const first = bytes[at + 1]!;
  if (first < 0x80) return { header: 2, whole: 2 + first };
  const digits = first & 0x7f;
  // LDAP allows only definite lengths (RFC 4511 §5.1).
  if (digits === 0) throw new Malformed();
  if (digits > 4) throw new CodedError(providerTexts.ldap_long_message());
  const header = 2 + digits;
  return bytes.length - at < header ? null : { header, whole: header + bytes.readUIntBE(at + 2, digits) };
}

/** Encodes an element with a definite length. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), ...parts]);
  const head = Buffer.of(tag, 0x84, 0, 0, 0, 0);
  head.writeUInt32BE(length, 2);
  return Buffer.concat([head, ...parts]);
}

/**
 * Creates the decoder of one connection. It returns a message with the same content in a plain encoding, and throws if the
 * message is malformed. It omits controls, referrals and SASL data, because no request uses them.
 */
export function createDecoder() {
  let elements = 0;

  /** Splits a body into its elements. Throws if they do not fill the body exactly. */
  function split(body: Buffer): Element[] {
    const found: Element[] = [];
    for (let at = 0; at < body.length;) {
      const size = sizeOf(body, at);
      if (size === null || size.whole > body.length - at) throw new Malformed();
      elements += 1;
      if (elements > MOST_ELEMENTS)
        throw new CodedError(providerTexts.ldap_many_values({ max: MOST_ELEMENTS }));
      found.push({ tag: body[at]!, body: body.subarray(at + size.header, at + size.whole) });
      at += size.whole;
    }
    return found;
  }

  const bodyOf = (element: Element | undefined, tag: number): Buffer => {
    if (element?.tag !== tag) throw new Malformed();
    return element.body;
  };
  const number = (element: Element | undefined, tag: number): Buffer => {
    const body = bodyOf(element, tag);
    if (body.length < 1 || body.length > 4 || body[0]! >= 0x80) throw new Malformed();
    return encode(tag, body);
  };
  const octets = (element: Element | undefined): Buffer => encode(OCTETS, bodyOf(element, OCTETS));

  /** Encodes an LDAPResult (RFC 4511 §4.1.9). */
  function result(body: Buffer): Buffer[] {
    const [code, matched, message] = split(body);
    return [number(code, ENUMERATED), octets(matched), octets(message)];
  }

  function attribute(element: Element): Buffer {
    const [type, values] = split(bodyOf(element, SEQUENCE));
    return encode(SEQUENCE, octets(type), encode(SET, ...split(bodyOf(values, SET)).map(octets)));
  }

  function operation(element: Element | undefined): Buffer {
    if (!element) throw new Malformed();
    const { tag, body } = element;
    switch (tag) {
      case BIND_RESPONSE:
      case SEARCH_DONE:
      case EXTENDED_RESPONSE:
        return encode(tag, ...result(body));
      case ENTRY: {
        const [name, attributes] = split(body);
        return encode(
          tag,
          octets(name),
          encode(SEQUENCE, ...split(bodyOf(attributes, SEQUENCE)).map(attribute)),
        );
      }
      case REFERENCE:
        // Omits the content, because the server follows no references.
        return encode(tag);
      default:
        throw new Malformed();
    }
  }

  return (message: Buffer): Buffer => {
    const [whole, ...others] = split(message);
    if (others.length > 0) throw new Malformed();
    const [id, asked] = split(bodyOf(whole, SEQUENCE));
    return encode(SEQUENCE, number(id, INTEGER), operation(asked));
  };
}

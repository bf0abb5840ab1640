const ATOM = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+`;

/**
 * Local parts that a mail server or a library can read as an address at another domain: an encoded word (RFC 2047), a path
 * (`evil.example!a`), and a route (`a%evil.example`).
 */
const ROUTES = [
  String.raw`[^@]*=\?[^?=@]*\?[bqBQ]\?`,
  String.raw`[^@]*\.[A-Za-z0-9-]+!`,
  String.raw`[^@]*%[A-Za-z0-9-]+\.`,
];

const DOMAIN = String.raw`(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}`;

/** Matches a mail address of atoms (RFC 5322 §3.2.3) at a domain, without quoted text, comments and routes. */
export const MAIL_ADDRESS = new RegExp(
  `^${ROUTES.map((route) => `(?!${route})`).join("")}${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`,
);

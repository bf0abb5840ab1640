// next-auth 4: the handler of its API route, which an app of Next has as pages/api/auth/[...nextauth].
import express from "express";
import nextAuth from "next-auth";

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
process.env.NEXTAUTH_URL = `http://127.0.0.1:${PORT}`;

const handle = nextAuth.default({
  secret: "for this test only",
  providers: [
    {
      id: "castellan",
      name: "Castellan",
      type: "oauth",
      wellKnown: `${ISSUER}/.well-known/openid-configuration`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: "openid profile email" } },
      checks: ["pkce", "state", "nonce"],
      idToken: true,
      // The ID token contains the identity only, so name and address come from userinfo.
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) },
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
  callbacks: {
    jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, sub: token.sub } }),
  },
});

const app = express();
app.use(express.urlencoded({ extended: false }));
app.all("/api/auth/*path", (request, response) => {
  // What Next adds to a request of an API route.
  const query = { ...request.query, nextauth: request.params.path };
  Object.defineProperty(request, "query", { value: query });
  request.cookies = Object.fromEntries(
    (request.headers.cookie ?? "")
      .split("; ")
      .filter(Boolean)
      .map((pair) => [
        pair.slice(0, pair.indexOf("=")),
        decodeURIComponent(pair.slice(pair.indexOf("=") + 1)),
      ]),
  );
  return handle(request, response);
});
app.get("/login", (_request, response) => response.redirect("/api/auth/signin?callbackUrl=%2Fme"));
app.get("/me", async (request, response) => {
  const headers = { cookie: request.headers.cookie ?? "" };
  const session = await fetch(`${process.env.NEXTAUTH_URL}/api/auth/session`, { headers });
  response.json((await session.json()).user ?? null);
});
app.listen(Number(PORT), "127.0.0.1");

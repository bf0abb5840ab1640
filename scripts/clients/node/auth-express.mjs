import { ExpressAuth, getSession } from "@auth/express";
import express from "express";

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;

const config = {
  secret: "for this test only",
  trustHost: true,
  providers: [
    {
      id: "castellan",
      name: "Castellan",
      type: "oidc",
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: "openid profile email" } },
      checks: ["pkce", "state", "nonce"],
      // The ID token contains the identity only, so name and address come from userinfo.
      idToken: false,
    },
  ],
  callbacks: {
    jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, sub: token.sub } }),
  },
};

const app = express();
// The library reads the first unnamed part of the path, which Express 5 has only for a regular expression.
app.use(/^\/auth\/(.*)/, ExpressAuth(config));
app.get("/login", (_request, response) => response.redirect("/auth/signin?callbackUrl=%2Fme"));
app.get("/me", async (request, response) => response.json((await getSession(request, config))?.user ?? null));
app.listen(Number(PORT), "127.0.0.1");

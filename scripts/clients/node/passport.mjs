import express from "express";
import session from "express-session";
import passport from "passport";
import OpenIDConnectStrategy from "passport-openidconnect";

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
const base = `http://127.0.0.1:${PORT}`;

// The strategy reads no discovery document, so its settings come from there by hand.
const answer = await fetch(`${ISSUER}/.well-known/openid-configuration`);
const { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, end_session_endpoint } =
  await answer.json();

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: authorization_endpoint,
      tokenURL: token_endpoint,
      userInfoURL: userinfo_endpoint,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${base}/cb`,
      scope: ["profile", "email"],
      nonce: true,
      skipUserProfile: false,
    },
    (_issuer, { id, displayName, emails }, _context, idToken, verified) =>
      verified(null, { sub: id, name: displayName, email: emails[0].value, idToken }),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: "for this test only", resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get("/login", passport.authenticate("openidconnect"));
app.get("/cb", passport.authenticate("openidconnect", { successRedirect: "/me" }));
app.get("/me", ({ user }, response) =>
  response.json(user ? { sub: user.sub, name: user.name, email: user.email } : null),
);
app.get("/logout", (request, response, next) => {
  const to = new URL(end_session_endpoint);
  to.searchParams.set("id_token_hint", request.user.idToken);
  to.searchParams.set("post_logout_redirect_uri", `${base}/bye`);
  request.logout((error) => (error ? next(error) : response.redirect(to.href)));
});
app.get("/bye", (_request, response) => response.send("Signed out"));
app.listen(Number(PORT), "127.0.0.1");

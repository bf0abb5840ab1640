import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, redirect, session

base = f"http://127.0.0.1:{os.environ['PORT']}"

app = Flask(__name__)
app.secret_key = "for this test only"

oauth = OAuth(app)
oauth.register(
    "castellan",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{os.environ['ISSUER']}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/login")
def login():
    return oauth.castellan.authorize_redirect(f"{base}/cb")


@app.get("/cb")
def callback():
    token = oauth.castellan.authorize_access_token()
    person = oauth.castellan.userinfo(token=token)
    if person["sub"] != token["userinfo"]["sub"]:
        raise ValueError("userinfo is about another user")
    session["person"] = person
    session["token"] = {name: token[name] for name in ("access_token", "refresh_token", "id_token")}
    return redirect("/me")


@app.get("/me")
def me():
    return jsonify(session.get("person"))


@app.get("/refresh")
def refresh():
    old = session["token"]
    token = oauth.castellan.fetch_access_token(
        grant_type="refresh_token", refresh_token=old["refresh_token"]
    )
    person = oauth.castellan.userinfo(token=token)
    return jsonify(**person, isNew=token["access_token"] != old["access_token"])


@app.get("/logout")
def logout():
    id_token = session.pop("token")["id_token"]
    return oauth.castellan.logout_redirect(f"{base}/bye", id_token_hint=id_token)


@app.get("/bye")
def bye():
    oauth.castellan.validate_logout_response()
    return "Signed out"


app.run(host="127.0.0.1", port=int(os.environ["PORT"]))

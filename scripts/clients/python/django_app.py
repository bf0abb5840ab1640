# A Django project in one file, with the settings and URLs of mozilla-django-oidc's documentation.
import os
import sys
from urllib.parse import urlencode

import requests
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import include, path

port = os.environ["PORT"]
base = f"http://127.0.0.1:{port}"
# The library reads no discovery document, so its settings come from there by hand.
metadata = requests.get(f"{os.environ['ISSUER']}/.well-known/openid-configuration", timeout=10).json()


def logout_url(request):
    hint = request.session["oidc_id_token"]
    query = urlencode({"id_token_hint": hint, "post_logout_redirect_uri": f"{base}/bye"})
    return f"{metadata['end_session_endpoint']}?{query}"


def username(_email, claims):
    return claims["sub"]


settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    SECRET_KEY="for this test only",
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "mozilla_django_oidc.middleware.SessionRefresh",
    ],
    DATABASES={
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["DATABASE_FILE"]}
    },
    AUTHENTICATION_BACKENDS=["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_RP_SCOPES="openid email",
    OIDC_USE_PKCE=True,
    OIDC_OP_AUTHORIZATION_ENDPOINT=metadata["authorization_endpoint"],
    OIDC_OP_TOKEN_ENDPOINT=metadata["token_endpoint"],
    OIDC_OP_USER_ENDPOINT=metadata["userinfo_endpoint"],
    OIDC_OP_JWKS_ENDPOINT=metadata["jwks_uri"],
    OIDC_OP_LOGOUT_URL_METHOD=f"{__name__}.logout_url",
    OIDC_STORE_ID_TOKEN=True,
    OIDC_USERNAME_ALGO=username,
    OIDC_EXEMPT_URLS=["/login", "/expire", "/bye"],
    ALLOW_LOGOUT_GET_METHOD=True,
    LOGGING={
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
    },
    LOGIN_REDIRECT_URL="/me",
    LOGOUT_REDIRECT_URL="/bye",
)


def login(_request):
    return HttpResponseRedirect("/oidc/authenticate/")


def me(request):
    user = request.user
    return JsonResponse({"sub": user.username, "email": user.email} if user.is_authenticated else {})


def expire(request):
    """Ends the ID token in the session, so that the middleware asks for another at the next request."""
    request.session["oidc_id_token_expiration"] = 0
    return HttpResponseRedirect("/me")


def bye(_request):
    return HttpResponse("Signed out")


urlpatterns = [
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("login", login),
    path("me", me),
    path("expire", expire),
    path("bye", bye),
]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "migrate", "--verbosity=0"])
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"127.0.0.1:{port}"])

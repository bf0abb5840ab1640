// An app with go-oidc and golang.org/x/oauth2, after the example of go-oidc.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// signIn is the sign-in of the one browser that uses this app.
type signIn struct {
	state, nonce, verifier string
	token                  *oauth2.Token
	idToken                string
	person                 map[string]any
}

type app struct {
	base       string
	provider   *oidc.Provider
	config     oauth2.Config
	endSession string
	current    signIn
}

func main() {
	ctx := context.Background()
	base := "http://127.0.0.1:" + os.Getenv("PORT")
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		log.Fatal(err)
	}
	a := &app{base: base, provider: provider, endSession: metadata.EndSession, config: oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  base + "/cb",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}}
	http.HandleFunc("/login", a.login)
	http.HandleFunc("/cb", answering(a.callback))
	http.HandleFunc("/me", answering(func(*http.Request) (any, error) { return a.current.person, nil }))
	http.HandleFunc("/refresh", answering(a.refresh))
	http.HandleFunc("/logout", a.logout)
	http.HandleFunc("/bye", answering(func(*http.Request) (any, error) { return "Signed out", nil }))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

// answering writes the value as JSON.
func answering(handle func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := handle(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(value)
	}
}

func (a *app) login(w http.ResponseWriter, r *http.Request) {
	a.current = signIn{state: rand.Text(), nonce: rand.Text(), verifier: oauth2.GenerateVerifier()}
	options := []oauth2.AuthCodeOption{oidc.Nonce(a.current.nonce), oauth2.S256ChallengeOption(a.current.verifier)}
	http.Redirect(w, r, a.config.AuthCodeURL(a.current.state, options...), http.StatusFound)
}

func (a *app) callback(r *http.Request) (any, error) {
	query := r.URL.Query()
	if query.Get("state") != a.current.state {
		return nil, errors.New("state did not match")
	}
	token, err := a.config.Exchange(r.Context(), query.Get("code"), oauth2.VerifierOption(a.current.verifier))
	if err != nil {
		return nil, err
	}
	idToken, err := a.verified(r.Context(), token)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != a.current.nonce {
		return nil, errors.New("nonce did not match")
	}
	if err := idToken.VerifyAccessToken(token.AccessToken); err != nil && idToken.AccessTokenHash != "" {
		return nil, err
	}
	a.current.token = token
	a.current.idToken = token.Extra("id_token").(string)
	a.current.person, err = a.personOf(r.Context(), token)
	return a.current.person, err
}

// verified returns the ID token of a token response after go-oidc has verified it.
func (a *app) verified(ctx context.Context, token *oauth2.Token) (*oidc.IDToken, error) {
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, errors.New("no id_token")
	}
	return a.provider.Verifier(&oidc.Config{ClientID: a.config.ClientID}).Verify(ctx, raw)
}

func (a *app) personOf(ctx context.Context, token *oauth2.Token) (map[string]any, error) {
	info, err := a.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, err
	}
	person := map[string]any{}
	return person, info.Claims(&person)
}

func (a *app) refresh(r *http.Request) (any, error) {
	// A token without an access token counts as expired.
	source := a.config.TokenSource(r.Context(), &oauth2.Token{RefreshToken: a.current.token.RefreshToken})
	token, err := source.Token()
	if err != nil {
		return nil, err
	}
	if _, err := a.verified(r.Context(), token); err != nil {
		return nil, err
	}
	person, err := a.personOf(r.Context(), token)
	if err != nil {
		return nil, err
	}
	person["isNew"] = token.AccessToken != a.current.token.AccessToken
	return person, nil
}

func (a *app) logout(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"id_token_hint": {a.current.idToken}, "post_logout_redirect_uri": {a.base + "/bye"}}
	a.current = signIn{}
	http.Redirect(w, r, a.endSession+"?"+query.Encode(), http.StatusFound)
}

import { pathOf, SCOPE, type Guide, type GuideValues } from "./guide";

const react = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `// src/main.tsx (npm install react-oidc-context oidc-client-ts, versions 3.3 and 3.5, for React 19)
import { createRoot } from "react-dom/client";
import { AuthProvider, useAuth } from "react-oidc-context";

function App() {
  const auth = useAuth();
  if (auth.isLoading) return <p>Loading …</p>;
  if (auth.error) return <p role="alert">{auth.error.message}</p>;
  if (!auth.isAuthenticated) return <button onClick={() => void auth.signinRedirect()}>Sign in</button>;
  return (
    <p>
      {auth.user?.profile.name} <button onClick={() => void auth.signoutRedirect()}>Sign out</button>
    </p>
  );
}

createRoot(document.getElementById("root")!).render(
  // PKCE is on without a setting. The user info has the name, the e-mail address and the roles.
  <AuthProvider
    authority="${baseUrl}"
    client_id="${clientId}"
    redirect_uri="${redirectUri}"
    scope="${SCOPE}"
    loadUserInfo
    onSigninCallback={() => history.replaceState({}, "", location.pathname)}
  >
    <App />
  </AuthProvider>,
);`;

const angular = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `// src/app/app.config.ts (npm install angular-auth-oidc-client, version 22, for Angular 20 and later)
import { provideHttpClient } from "@angular/common/http";
import type { ApplicationConfig } from "@angular/core";
import { provideAuth } from "angular-auth-oidc-client";

export const appConfig: ApplicationConfig = {
  providers: [
    provideHttpClient(),
    provideAuth({
      config: {
        authority: "${baseUrl}",
        clientId: "${clientId}",
        redirectUrl: "${redirectUri}",
        scope: "${SCOPE}",
        responseType: "code", // with PKCE
        silentRenew: true,
        useRefreshToken: true,
      },
    }),
  ],
};

// src/app/app.ts
import { Component, inject } from "@angular/core";
import { OidcSecurityService } from "angular-auth-oidc-client";

@Component({
  selector: "app-root",
  template:
    "@if (oidc.authenticated().isAuthenticated) { {{ oidc.userData().userData?.name }} }" +
    "@else { <button (click)='oidc.authorize()'>Sign in</button> }",
})
export class App {
  readonly oidc = inject(OidcSecurityService);

  constructor() {
    this.oidc.checkAuth().subscribe();
  }
}`;

const vue = ({
  clientId,
  redirectUri,
  baseUrl,
}: GuideValues) => `// src/auth.ts (npm install oidc-client-ts, version 3.5, for Vue 3)
// In src/main.ts: await restoreUser(); before createApp(App).mount("#app");
import { UserManager, type User } from "oidc-client-ts";
import { shallowRef } from "vue";

const manager = new UserManager({
  authority: "${baseUrl}",
  client_id: "${clientId}",
  redirect_uri: "${redirectUri}",
  scope: "${SCOPE}",
  loadUserInfo: true, // name, e-mail address and roles; PKCE is on without a setting
});

/** The signed-in user, for components: user.value?.profile.name */
export const user = shallowRef<User | null>(null);
manager.events.addUserLoaded((loaded) => void (user.value = loaded));
manager.events.addUserUnloaded(() => void (user.value = null));

export async function restoreUser() {
  if (location.pathname === "${pathOf(redirectUri)}" && location.search.includes("state=")) {
    await manager.signinCallback();
    history.replaceState({}, "", "/");
  }
  user.value = await manager.getUser();
}

export const signIn = () => manager.signinRedirect();
export const signOut = () => manager.signoutRedirect();`;

const browserApp = {
  group: "spa",
  kinds: ["public"],
  callback: null,
  preset: null,
  scope: SCOPE,
} as const satisfies Partial<Guide>;

/** Guides for apps that run in the browser. They cannot keep a secret. */
export const spaGuides: readonly Guide[] = [
  {
    ...browserApp,
    id: "react",
    label: "React",
    algorithms: null,
    syntax: "tsx",
    code: react,
  },
  {
    ...browserApp,
    id: "angular",
    label: "Angular",
    algorithms: ["RS256", "PS256", "ES256"],
    syntax: "ts",
    code: angular,
  },
  { ...browserApp, id: "vue", label: "Vue", algorithms: null, syntax: "ts", code: vue },
];

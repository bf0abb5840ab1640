import path from "node:path";
import { defaults, startInFront } from "../lib/client.mjs";
import { cache, folder, installOnce, mustRun, needs } from "../lib/installs.mjs";
import { startProgram } from "../lib/programs.mjs";

const app = path.join(cache, "go", "app");
const proxy = path.join(cache, "oauth2-proxy", "oauth2-proxy");
const proxyModule = "github.com/oauth2-proxy/oauth2-proxy/v7";
const proxyVersion = "v7.15.6";

const installApp = () =>
  mustRun("go", ["-C", path.join(folder, "go"), "build", "-o", app, "."], {
    GOFLAGS: "-mod=readonly -buildvcs=false",
  });

const installProxy = () =>
  installOnce("oauth2-proxy", proxyVersion, (to) =>
    mustRun("go", ["install", `${proxyModule}@${proxyVersion}`], { GOBIN: to }),
  );

/** Returns the version of a module in a program. */
async function version(program, name) {
  const modules = await mustRun("go", ["version", "-m", program]);
  const lines = modules.split("\n").map((one) => one.trim().split("\t"));
  return lines.find(([kind, module]) => (kind === "mod" || kind === "dep") && module === name)[2].slice(1);
}

/** @type {import("../lib/client.mjs").Client[]} */
export const clients = [
  {
    ...defaults,
    name: "go-oidc",
    language: "Go",
    missing: needs("go"),
    install: installApp,
    version: () => version(app, "github.com/coreos/go-oidc/v3"),
    start: ({ port, env }) => startProgram({ command: app, env, port }),
  },
  {
    ...defaults,
    name: "oauth2-proxy",
    language: "Go",
    redirectPath: "/oauth2/callback",
    paths: {
      login: "/oauth2/start?rd=/me",
      page: "/me",
      signOut: (base, { castellan, clientId }) => {
        const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: `${base}/bye` });
        return `/oauth2/sign_out?${new URLSearchParams({ rd: `${castellan.url}/end_session?${query}` })}`;
      },
    },
    checks: ["sign-in", "requests", "refresh by age", "sign-out"],
    read: (headers) => ({
      sub: headers["x-forwarded-user"],
      email: headers["x-forwarded-email"],
      accessToken: headers["x-forwarded-access-token"],
    }),
    missing: needs("go"),
    install: installProxy,
    version: () => version(proxy, proxyModule),
    start: ({ port, base, env }) =>
      startInFront((_temporary, upstreamPort) => ({
        command: proxy,
        args: [
          "--provider=oidc",
          `--oidc-issuer-url=${env.ISSUER}`,
          `--client-id=${env.CLIENT_ID}`,
          `--client-secret=${env.CLIENT_SECRET}`,
          `--redirect-url=${base}/oauth2/callback`,
          "--scope=openid profile email",
          "--code-challenge-method=S256",
          "--email-domain=*",
          "--cookie-secret=0123456789abcdef0123456789abcdef",
          "--cookie-secure=false",
          "--cookie-refresh=1s",
          "--pass-access-token",
          "--skip-auth-route=^/bye$",
          `--whitelist-domain=${new URL(env.ISSUER).host}`,
          `--http-address=127.0.0.1:${port}`,
          `--upstream=http://127.0.0.1:${upstreamPort}/`,
        ],
        port,
      })),
  },
];

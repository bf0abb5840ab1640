import { Provider, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret } from "../../kernel/client-id";

/*
 * A sign-in goes on only in the browser in which somebody was proved. The protocol's own cookies (`_interaction`) name the
 * interaction, and a sibling host can plant those of another browser (login fixation, CWE-384). So each interaction has a second
 * cookie with a token that is made when its first step is taken, and made anew when somebody is proved: `__Host-` (RFC 6265bis
 * §4.1.3.2) keeps other hosts from setting it. Over http, which is for one's own machine, it has no prefix: not every browser
 * takes a Secure cookie there.
 */

/** As long as an interaction (flows.ts), in seconds. */
const LIFETIME = 3_600;

/** What a browser holds of one sign-in; a step puts the token in that it is to hold from then on. */
export interface Bound {
  token: string | null;
}

/** What the flow and the protocol keep of the token. */
export const boundHash = (token: string) => hashSecret(`browser ${token}`);

export function browserBinding(baseUrl: string) {
  const secure = baseUrl.startsWith("https:");
  const nameOf = (uid: string) => `${secure ? "__Host-" : ""}castellan_flow_${uid}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

  const read = (cookies: string | null, uid: string): Bound => {
    const start = `${nameOf(uid)}=`;
    const pair = (cookies ?? "").split(/; */).find((each) => each.startsWith(start));
    return { token: pair?.slice(start.length) ?? null };
  };

  return {
    read,

    /** Has the browser keep the token of this sign-in. */
    keep(response: Response, uid: string, { token }: Bound) {
      if (token === null) return;
      response.headers.append("set-cookie", `${nameOf(uid)}=${token}; Max-Age=${LIFETIME}; ${attributes}`);
    },

    /**
     * Lets nobody resume with a sign-in that was proved in another browser. A later prompt of the same request (consent) has its
     * login from the one before, which was looked at, and is bound to the browser session by the library.
     */
    guardResumes(provider: Provider) {
      const { Interaction } = provider;
      const find = Interaction.find.bind(Interaction) as (id: string) => Promise<Found | undefined>;
      // A function with one signature does not fit the library's generic one.
      Interaction.find = (async (id: string) => {
        const found = await find(id);
        const ctx: KoaContextWithOIDC | undefined = Provider.ctx;
        if (!found || !resumes.has(ctx?.oidc?.route ?? "")) return found;
        const login = found.result?.login as { boundTo?: string } | undefined;
        if (!login || found.prompt.name !== "login") return found;
        const { token } = read(ctx!.get("cookie"), found.uid);
        return token !== null && login.boundTo === boundHash(token) ? found : undefined;
      }) as never;
    },
  };
}

export type BrowserBinding = ReturnType<typeof browserBinding>;

type Found = InstanceType<Provider["Interaction"]>;

const resumes = new Set(["resume", "device_resume"]);

import { Provider, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret } from "../../kernel/http/client-id";

/*
 * Binds a sign-in to the browser in which the user was proved. The protocol's own cookies (`_interaction`) name the interaction.
 * A sibling host can plant these cookies in another browser (login fixation, CWE-384). Therefore each interaction has a second
 * cookie with a token. The first step creates the token, and each newly proved user renews it. The prefix `__Host-` prevents
 * other hosts from setting it (RFC 6265bis §4.1.3.2). Over http, which is for local use, the cookie has no prefix, because some
 * browsers reject a Secure cookie there.
 */

/** Lifetime in seconds, equal to that of an interaction (flows.ts). */
const LIFETIME = 3_600;

/** Token of one sign-in in this browser. A step replaces `token` if the browser must store a new one. */
export interface Bound {
  token: string | null;
}

/** Returns the digest of a token. The flow and the protocol store only the digest. */
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

    /** Sets the cookie with the token of this sign-in. */
    keep(response: Response, uid: string, { token }: Bound) {
      if (token === null) return;
      response.headers.append("set-cookie", `${nameOf(uid)}=${token}; Max-Age=${LIFETIME}; ${attributes}`);
    },

    /**
     * Refuses to resume an interaction whose sign-in was proved in another browser. A later prompt of the same request (consent)
     * uses the login of the first prompt, which was checked there. The library binds that login to the browser session.
     */
    guardResumes(provider: Provider) {
      const { Interaction } = provider;
      const find = Interaction.find.bind(Interaction) as (id: string) => Promise<Found | undefined>;
      // The library declares a generic signature, which this function does not match.
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

type Found = InstanceType<Provider["Interaction"]>;

const resumes = new Set(["resume", "device_resume"]);

import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { reportTokenReuse } from "../../domain/risk/token-reuse";
import { systemSubject } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { ClientRecord } from "./clients";
import { TOKEN_REUSED } from "./adapter";
import { ipOf } from "./lookups";

interface ReuseDeps {
  execute: Execute;
  recordOf: (client: object | undefined) => ClientRecord;
  log: { error: (details: object, message: string) => void };
}

/** Notifies the administrators when a refresh token is used twice. The whole grant has already ended at that time. */
export function watchTokenReuse(provider: Provider, { execute, recordOf, log }: ReuseDeps) {
  const report = async (ctx: KoaContextWithOIDC) => {
    const { RefreshToken: token, Client: client } = ctx.oidc.entities;
    const { tenantId, app } = recordOf(client);
    if (tenantId === null || app === null || !token?.accountId) return;
    await execute(
      {
        scope: "tenant",
        tenantId,
        channel: "system",
        subject: systemSubject("OpenID Connect provider"),
        capabilities: new Set(),
        request: { ip: ipOf(ctx), requestId: null },
      },
      reportTokenReuse,
      { userId: Number(token.accountId), appId: app.appId },
    );
  };
  provider.on("grant.error", (ctx, error) => {
    if (error.error_detail !== TOKEN_REUSED) return;
    report(ctx).catch((problem: unknown) =>
      log.error({ err: problem }, "the reuse of a refresh token was not reported"),
    );
  });
}

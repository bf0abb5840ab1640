import type { Database } from "@/server/store/database";

/** Moves the uses of an app's refresh tokens ten seconds back, so that they are no longer repeatable (refresh-grace.ts). */
export const passRefreshGrace = ({ sql }: Pick<Database, "sql">, clientId: string) => sql`
  update oidc_payloads set consumed_at = consumed_at - interval '10 seconds'
  where model = 'RefreshToken' and client_id = ${clientId}`;

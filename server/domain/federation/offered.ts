import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { inNameOrder } from "@/db/kit";
import { appConnectors } from "@/db/tenant/app-access";
import { identityProviders } from "@/db/tenant/federation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { connectorOfKind, providerKinds } from "./federation.schema";
import type { ProviderRecord } from "./providers";

/**
 * Returns the enabled providers that an app offers, ordered by name. The connector for the provider's kind must be approved and
 * enabled for the app.
 */
export async function offeredProviders(
  tx: Pick<ReadTx, "appConnectors" | "identityProviders">,
  appId: number,
): Promise<ProviderRecord[]> {
  const on = await tx.appConnectors.list({
    where: and(
      eq(appConnectors.appId, appId),
      eq(appConnectors.enabled, true),
      isNotNull(appConnectors.approvedAt),
      inArray(appConnectors.name, Object.values(connectorOfKind)),
    )!,
  });
  const names = new Set(on.map(({ name }) => name));
  const kinds = providerKinds.filter((kind) => names.has(connectorOfKind[kind]));
  if (kinds.length === 0) return [];
  return tx.identityProviders.list({
    where: and(eq(identityProviders.enabled, true), inArray(identityProviders.kind, kinds))!,
    orderBy: [asc(inNameOrder(identityProviders.nameKey))],
  });
}

import type { TransactionSql } from "postgres";
import { raiseAlert } from "../../domain/alerts/raise-alert";
import { alertTexts } from "../../kernel/texts/alerts";
import { withinTenant } from "../../store/stores";

/** A delivery as the worker knows it; ids are texts there. */
interface Written {
  tenant: string;
  id: string;
}

interface Failing {
  tenantId: number;
  webhookId: number;
  url: string;
  error: string | null;
}

/**
 * Tells administrators of endpoints that one of these deliveries was given up on: a receiver that is down would else be told
 * of only when it is switched off, days later. One that was dropped meanwhile is none; while an endpoint's alert is open, it
 * stays the same alert. In the worker's transaction, which goes on as the tables' owner.
 */
export async function alertOfGivenUp(tx: TransactionSql, written: Written[]) {
  const endpoints = await tx<Failing[]>`
    select distinct on (d.tenant_id, d.webhook_id) d.tenant_id::int8 as "tenantId", d.webhook_id::int8 as "webhookId",
      w.url, d.error_message as error
    from unnest(${written.map(({ tenant }) => tenant)}::bigint[], ${written.map(({ id }) => id)}::bigint[]) as g(tenant, id)
      join webhook_deliveries d on d.tenant_id = g.tenant and d.id = g.id
      join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
    where d.status = 'exhausted' order by d.tenant_id, d.webhook_id, d.id desc`;
  for (const { tenantId, webhookId, url, error } of endpoints)
    await withinTenant(tx, Number(tenantId), (tenant) =>
      raiseAlert(tenant, {
        alertType: "webhook_failing",
        severity: "medium",
        summary: alertTexts.delivery_given_up({ url }),
        openKey: `webhook_failing:${webhookId}`,
        details: { webhookId: Number(webhookId), error },
        detectedAt: new Date(),
      }),
    );
}

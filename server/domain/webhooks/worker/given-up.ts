import type { TransactionSql } from "postgres";
import { fromStoredText } from "@/db/kit";
import { raiseAlert } from "../../alerts/raise-alert";
import { textIn } from "../../../kernel/texts/text";
import { withinTenant } from "../../../store/stores";
import { defineTexts } from "@/server/kernel/texts/define";

const alertTexts = defineTexts("alert", {
  delivery_given_up:
    "The webhook endpoint {url} did not take a delivery: it was given up after the last try.",
});

/** Key of a delivery as the worker reads it: ids are texts. */
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
 * Raises an alert for each endpoint of an exhausted delivery. Without this alert, administrators would learn of a failing receiver only
 * when the endpoint is disabled days later. Ignores deliveries that were dropped meanwhile. An endpoint has one open alert at a
 * time. Runs in the worker's transaction, which continues as the tables' owner.
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
        details: { webhookId: Number(webhookId), error: error && textIn("en", fromStoredText(error)) },
        detectedAt: new Date(),
      }),
    );
}

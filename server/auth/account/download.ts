import type { RequestFacts } from "../../kernel/operation/actor";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/operation/execute";
import { exportOwnData } from "./operations";
import { isOwnForm } from "../same-origin";
import type { AccountVisits } from "./visits";
import { authorizationRefusals } from "../../kernel/refusals/authorization";
import { requestRefusals } from "../../kernel/refusals/requests";
import { plainRefusal } from "../plain-refusal";

/**
 * Handles the form by which users request their own data. Responds with a file, or redirects to the page with the reason for a
 * refusal. Refuses a form of another site, because each request is recorded.
 */
export async function downloadOwnData(
  { baseUrl, visits, execute }: { baseUrl: string; visits: AccountVisits; execute: Execute },
  request: Request,
  slug: string,
  facts: RequestFacts,
): Promise<Response> {
  const back = (location: string) =>
    new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  if (!isOwnForm(request, baseUrl)) return plainRefusal(request, authorizationRefusals.foreign_form());
  const visit = await visits.visit(slug, request.headers.get("cookie"), facts, "data");
  if (visit.state === "unknown") return plainRefusal(request, requestRefusals.path_not_found());
  if (visit.state === "signed_out") return back(visit.signIn);
  if (visit.state === "acting_elsewhere") return back(visit.refusal);
  try {
    const data = await execute(visit.actor, exportOwnData, {});
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${slug}-my-data.json"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return back(`/account/${slug}/data`);
    throw error;
  }
}

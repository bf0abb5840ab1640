import type { RequestFacts } from "../../kernel/actor";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/execute";
import { exportOwnData } from "./operations";
import { isOwnForm } from "../same-origin";
import type { AccountVisits } from "./visits";

/**
 * Answers the form that requests the user's own data with a file. Refuses a form of another site, because each request is
 * recorded. If the request is refused, redirects to the page with the reason.
 */
export async function downloadOwnData(
  { baseUrl, visits, execute }: { baseUrl: string; visits: AccountVisits; execute: Execute },
  request: Request,
  slug: string,
  facts: RequestFacts,
): Promise<Response> {
  const back = (location: string) =>
    new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  if (!isOwnForm(request, baseUrl))
    return new Response("This form must be sent from its own page.", { status: 403 });
  const visit = await visits.visit(slug, request.headers.get("cookie"), facts, "data");
  if (visit.state === "unknown") return new Response("There is nothing at this path.", { status: 404 });
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

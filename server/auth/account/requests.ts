import { AppError } from "../../kernel/errors";
import { formOf, textOf } from "../../kernel/http/request-body";
import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import { authorizationRefusals, requestRefusals } from "../../kernel/refusals";
import { plainRefusal, visitorsLocale } from "../browser/plain-refusal";
import { isOwnForm } from "../browser/same-origin";
import { beginPasskey, isAccountForm, refusalFormText, submitForm, type FormState } from "./forms";
import { exportOwnData } from "../../domain/account/own-data";
import type { AccountVisits } from "./visits";

/*
 * Requests that the account pages send: forms, the options of a new passkey, the download of one's own data. A script of the page
 * asks for JSON. A browser without scripts gets the page again, with the result.
 */

export interface AccountRequestDeps {
  baseUrl: string;
  visits: AccountVisits;
  execute: Execute;
}

/** Header with the result of a form. server/edge/front.ts replaces an answer that has it by the page, and passes it to the page. */
export const RESULT_HEADER = "x-castellan-result";

/** Result of a form for its page. `at` names the form, because a page can contain several of the same kind. */
export type ShownResult = FormState & { at: string };

/** Returns the result of the form to which a page is the answer; null for any other page. */
export function readResult(headers: Pick<Headers, "get">): ShownResult | null {
  const sent = headers.get(RESULT_HEADER);
  return sent === null ? null : (JSON.parse(Buffer.from(sent, "base64").toString()) as ShownResult);
}

const fromScript = ({ headers }: Request) => headers.get("accept") === "application/json";

const noStore = { "cache-control": "no-store" };

const sendTo = (request: Request, location: string) =>
  fromScript(request)
    ? Response.json({ location }, { headers: noStore })
    : new Response(null, { status: 303, headers: { ...noStore, location } });

/**
 * Returns the user who sends a request of an account page, or the answer to a request of nobody. Refuses a request of another site:
 * the session's cookie is SameSite, which is the proof for a browser without the headers of its origin.
 */
async function admitVisitor(
  { baseUrl, visits }: AccountRequestDeps,
  request: Request,
  { slug, page }: { slug: string; page: string },
  facts: RequestFacts,
): Promise<{ actor: TenantActor } | { answer: Response }> {
  if (!isOwnForm(request, baseUrl))
    return { answer: plainRefusal(request, authorizationRefusals.foreign_form()) };
  const visit = await visits.visit(slug, request.headers.get("cookie"), facts, page.split("/")[0]);
  if (visit.state === "unknown") return { answer: plainRefusal(request, requestRefusals.path_not_found()) };
  if (visit.state === "signed_out") return { answer: sendTo(request, visit.signIn) };
  if (visit.state === "acting_elsewhere") return { answer: sendTo(request, visit.refusal) };
  return visit;
}

/** Answers a form of an account page. */
export async function answerForm(
  deps: AccountRequestDeps,
  request: Request,
  at: { slug: string; page: string },
  facts: RequestFacts,
): Promise<Response> {
  const visitor = await admitVisitor(deps, request, at, facts);
  if ("answer" in visitor) return visitor.answer;
  const form = await formOf(request);
  const name = textOf(form, "account.form");
  if (!isAccountForm(name)) return plainRefusal(request, requestRefusals.path_not_found());
  const { next, ...state } = await submitForm(
    deps.execute,
    visitor.actor,
    name,
    form,
    visitorsLocale(request),
  );
  if (next !== undefined) return sendTo(request, `/account/${at.slug}/${next}`);
  if (fromScript(request)) return Response.json(state, { headers: noStore });
  const shown: ShownResult = { ...state, at: textOf(form, "account.at") };
  const result = Buffer.from(JSON.stringify(shown)).toString("base64");
  return new Response(null, { headers: { ...noStore, [RESULT_HEADER]: result } });
}

/** Answers with the options for a new passkey, or with the reason for a refusal. */
export async function answerPasskeyOptions(
  deps: AccountRequestDeps,
  request: Request,
  slug: string,
  facts: RequestFacts,
): Promise<Response> {
  const visitor = await admitVisitor(deps, request, { slug, page: "security" }, facts);
  if ("answer" in visitor) return visitor.answer;
  const begun = await beginPasskey(deps.execute, visitor.actor);
  const body =
    "refusal" in begun ? { error: refusalFormText(visitorsLocale(request), begun.refusal) } : begun;
  return Response.json(body, { headers: noStore });
}

/** Answers with a file of the user's data, or redirects to the page with the reason for a refusal. Each request is recorded. */
export async function downloadOwnData(
  deps: AccountRequestDeps,
  request: Request,
  slug: string,
  facts: RequestFacts,
): Promise<Response> {
  const visitor = await admitVisitor(deps, request, { slug, page: "data" }, facts);
  if ("answer" in visitor) return visitor.answer;
  try {
    const data = await deps.execute(visitor.actor, exportOwnData, {});
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${slug}-my-data.json"`,
        "x-content-type-options": "nosniff",
        ...noStore,
      },
    });
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return sendTo(request, `/account/${slug}/data`);
    throw error;
  }
}

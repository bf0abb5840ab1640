import { downloadOwnData } from "@/server/auth/account/download";
import { container } from "@/server/container";

/** A person's data as a file; a form asks for it. */
export async function POST(request: Request, { params }: { params: Promise<{ tenantSlug: string }> }) {
  const { config, execute, auth, pageAddress } = await container();
  const facts = { ip: pageAddress(request.headers), requestId: request.headers.get("x-request-id") };
  const deps = { baseUrl: config.BASE_URL, visits: auth.account, execute };
  return downloadOwnData(deps, request, (await params).tenantSlug, facts);
}

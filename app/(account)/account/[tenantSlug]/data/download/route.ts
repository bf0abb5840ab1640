import { container } from "@/server/container";

/** Returns the user's data as a file. The data page submits a form to this route. */
export async function POST(request: Request, { params }: { params: Promise<{ tenantSlug: string }> }) {
  const { hostedAt, pageAddress } = await container();
  const facts = { ip: pageAddress(request.headers), requestId: request.headers.get("x-request-id") };
  const { account } = await hostedAt(request.headers);
  return account.download(request, (await params).tenantSlug, facts);
}

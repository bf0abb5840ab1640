import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { Mark } from "@/components/ui/page/mark";
import { ApiReference } from "./api-reference";
import type { RestReference } from "@/components/shell/rest-reference";
import { container } from "@/server/container";

export const metadata: Metadata = { title: "API reference" };

export default async function ApiReferencePage() {
  // Renders the page for each request, because the list contains the address of this server.
  await connection();
  const { http } = await container();
  const response = await http.request("/docs/api/console");
  const reference = (await response.json()) as RestReference;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <header className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <Link href="/" className="flex items-center gap-2.5 rounded">
          <Mark className="size-7" />
          <span className="font-semibold">Castellan</span>
        </Link>
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- an answer of the API, not a page */}
        <a href="/api/v1/openapi.json" className="rounded text-accent-text hover:underline">
          OpenAPI document
        </a>
      </header>
      <main id="main">
        <ApiReference reference={reference} />
      </main>
    </div>
  );
}

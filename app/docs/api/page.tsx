import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { Mark } from "@/components/ui/page/mark";
import { ApiReference } from "./api-reference";
import type { ApiDocument } from "./document";
import { container } from "@/server/container";

export const metadata: Metadata = { title: "API reference" };

export default async function ApiReferencePage() {
  // Renders the page for each request, because the document contains the address of this server.
  await connection();
  const { http } = await container();
  const response = await http.request("/api/v1/openapi.json");
  const document = (await response.json()) as ApiDocument;
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
        <ApiReference document={document} />
      </main>
    </div>
  );
}

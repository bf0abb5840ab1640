import { Compass } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="flex min-h-[70dvh] items-center justify-center">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={Compass}
        title="There is nothing here"
        action={<LinkButton href="/">To the console</LinkButton>}
      >
        The address may be mistyped, or it is not yours to see.
      </EmptyState>
    </main>
  );
}

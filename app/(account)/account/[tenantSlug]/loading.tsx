import { Skeleton } from "@/components/ui/feedback";

/** Where a page of the account will stand. */
export default function Loading() {
  return (
    <div aria-busy className="mx-auto w-full max-w-3xl space-y-4 px-4 py-6 sm:py-10">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

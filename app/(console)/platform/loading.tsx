import { useExtracted } from "next-intl";
import { Skeleton } from "@/components/ui/feedback";

export default function Loading() {
  const t = useExtracted("platform");
  return (
    <div role="status" aria-label={t("Loading")}>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-2 w-80 max-w-full" />
      <div className="mt-6 rounded-lg border border-line bg-surface p-4">
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} className="my-5 w-full" />
        ))}
      </div>
    </div>
  );
}

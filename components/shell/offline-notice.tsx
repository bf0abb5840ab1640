import { useExtracted } from "next-intl";
import { useSyncExternalStore } from "react";

function subscribe(notify: () => void) {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
}

/** Line at the top of the page while the browser is offline. Announced to screen readers. */
export function OfflineNotice() {
  const t = useExtracted("console");
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-20 max-lg:top-12">
      {!online && (
        <p className="bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning-text">
          {t("You are offline. The page may be out of date, and changes cannot be saved.")}
        </p>
      )}
    </div>
  );
}

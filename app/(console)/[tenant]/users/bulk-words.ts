import { useExtracted } from "next-intl";
import type { BulkJob } from "@/server/domain/bulk-jobs/bulk-jobs.schema";
import type { BulkAction } from "@/server/domain/users/bulk.schema";

/** Bulk action with the name of its role or tag. The name is empty for actions without a role or tag. */
export interface BulkStep {
  action: BulkAction;
  name: string;
}

interface BulkWords {
  title: (count: number, name: string) => string;
  /** Title while the action runs. */
  doing: (name: string) => string;
  done: (count: number, name: string) => string;
  button: string;
  /** Text about the selected users that the action does not change, with the reason. */
  others: (count: number) => string;
  explains: string | null;
  danger: boolean;
}

/** Returns the texts of each bulk action. */
export function useBulkWords(): Record<BulkAction["do"], BulkWords> {
  const t = useExtracted("users");
  return {
    suspend: {
      title: (count) => t("Suspend {count, plural, one {# person} other {# people}}?", { count }),
      doing: () => t("Suspending"),
      done: (count) => t("{count, plural, one {# person} other {# people}} suspended.", { count }),
      button: t("Suspend"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: already suspended.",
          { count },
        ),
      explains: t("They can no longer sign in. Nothing is deleted, and they can be reactivated at any time."),
      danger: true,
    },
    reactivate: {
      title: (count) => t("Reactivate {count, plural, one {# person} other {# people}}?", { count }),
      doing: () => t("Reactivating"),
      done: (count) => t("{count, plural, one {# person} other {# people}} reactivated.", { count }),
      button: t("Reactivate"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: already active.",
          { count },
        ),
      explains: t("They can sign in again if access rules and locks allow it."),
      danger: false,
    },
    grant: {
      title: (count, name) =>
        t("Grant {name} to {count, plural, one {# person} other {# people}}?", { count, name }),
      doing: (name) => t("Granting {name}", { name }),
      done: (count, name) =>
        t("{name} was granted to {count, plural, one {# person} other {# people}}.", { count, name }),
      button: t("Grant role"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: role already assigned.",
          { count },
        ),
      explains: null,
      danger: false,
    },
    revoke: {
      title: (count, name) =>
        t("Remove the role {name} from {count, plural, one {# person} other {# people}}?", { count, name }),
      doing: (name) => t("Removing the role {name}", { name }),
      done: (count, name) =>
        t("The role {name} was removed from {count, plural, one {# person} other {# people}}.", {
          count,
          name,
        }),
      button: t("Remove role"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: role not assigned.",
          { count },
        ),
      explains: t("They lose the access in apps that the role gives."),
      danger: true,
    },
    tag: {
      title: (count, name) =>
        t("Assign the tag {name} to {count, plural, one {# person} other {# people}}?", { count, name }),
      doing: (name) => t("Assigning the tag {name}", { name }),
      done: (count, name) =>
        t("The tag {name} was assigned to {count, plural, one {# person} other {# people}}.", {
          count,
          name,
        }),
      button: t("Assign tag"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: tag already assigned.",
          { count },
        ),
      explains: t("The tag’s policies apply to them from their next sign-in on."),
      danger: false,
    },
    untag: {
      title: (count, name) =>
        t("Remove the tag {name} from {count, plural, one {# person} other {# people}}?", { count, name }),
      doing: (name) => t("Removing the tag {name}", { name }),
      done: (count, name) =>
        t("The tag {name} was removed from {count, plural, one {# person} other {# people}}.", {
          count,
          name,
        }),
      button: t("Remove tag"),
      others: (count) =>
        t(
          "{count, plural, one {# selected user stays} other {# selected users stay}} unchanged: tag not assigned.",
          { count },
        ),
      explains: t("Users who can open an app only because of this tag lose access at once."),
      danger: true,
    },
  };
}

/** Returns a function that computes the progress of a bulk action as numbers and as a text. */
export function useBulkProgress() {
  const t = useExtracted("users");
  return ({ counts }: Pick<BulkJob, "counts">) => {
    const of = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const done = of - counts.waiting;
    return { done, of, text: t("{done, number} of {of, number}", { done, of }) };
  };
}

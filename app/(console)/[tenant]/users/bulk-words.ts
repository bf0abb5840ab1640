import type { BulkAction } from "@/server/domain/users/bulk.schema";

/** A step with the name of the role or tag that it is about. */
export interface BulkStep {
  action: BulkAction;
  name: string | null;
}

/** A number of people, in words. */
export const people = (count: number) => (count === 1 ? "1 person" : `${count.toLocaleString("en")} people`);

interface Words {
  title: (count: number, name: string | null) => string;
  done: (count: number, name: string | null) => string;
  button: string;
  /** Why nothing changes for the others. */
  others: string;
  explains: string | null;
  danger: boolean;
}

/** How each step is spoken of. */
export const bulkWords: Record<BulkAction["do"], Words> = {
  suspend: {
    title: (count) => `Suspend ${people(count)}?`,
    done: (count) => `${people(count)} suspended.`,
    button: "Suspend",
    others: "suspended already",
    explains: "They can no longer sign in. Nothing is deleted, and they can be reactivated at any time.",
    danger: true,
  },
  reactivate: {
    title: (count) => `Reactivate ${people(count)}?`,
    done: (count) => `${people(count)} reactivated.`,
    button: "Reactivate",
    others: "active already",
    explains: "They may sign in again, as far as rules and locks allow.",
    danger: false,
  },
  grant: {
    title: (count, name) => `Grant ${name} to ${people(count)}?`,
    done: (count, name) => `${name} was granted to ${people(count)}.`,
    button: "Grant role",
    others: "hold it already",
    explains: null,
    danger: false,
  },
  revoke: {
    title: (count, name) => `Take ${name} from ${people(count)}?`,
    done: (count, name) => `${name} was taken from ${people(count)}.`,
    button: "Take role away",
    others: "do not hold it",
    explains: "What the role lets them do in apps ends.",
    danger: true,
  },
  tag: {
    title: (count, name) => `Give the tag ${name} to ${people(count)}?`,
    done: (count, name) => `${people(count)} were given the tag ${name}.`,
    button: "Give tag",
    others: "have it already",
    explains: "The tag’s policies apply to them from their next sign-in on.",
    danger: false,
  },
  untag: {
    title: (count, name) => `Take the tag ${name} from ${people(count)}?`,
    done: (count, name) => `The tag ${name} was taken from ${people(count)}.`,
    button: "Take tag away",
    others: "do not have it",
    explains: "Whom only this tag let into an app loses that app at once.",
    danger: true,
  },
};

/**
 * What takes a step back; null where it cannot be: a role taken away may have been one that role sync keeps, and would come
 * back as one given by hand.
 */
export function undoOf(action: BulkAction): BulkAction | null {
  switch (action.do) {
    case "suspend":
      return { do: "reactivate" };
    case "reactivate":
      return { do: "suspend" };
    case "grant":
      return { do: "revoke", roleId: action.roleId };
    case "tag":
      return { do: "untag", tagId: action.tagId };
    case "untag":
      return { do: "tag", tagId: action.tagId };
    case "revoke":
      return null;
  }
}

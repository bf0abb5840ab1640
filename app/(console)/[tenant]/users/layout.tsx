import { Words } from "@/app/_words/words";

/** Loads the texts of the pages of users. The dialog for acting as a user has texts of its own. */
export default function UsersLayout({ children }: LayoutProps<"/[tenant]/users">) {
  return <Words of={["users", "act-as"]}>{children}</Words>;
}

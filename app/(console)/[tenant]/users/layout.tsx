import { Words } from "@/app/_words/words";

/** Loads the texts of the user pages. The texts of the dialog for acting as a user are a separate catalogue. */
export default function UsersLayout({ children }: LayoutProps<"/[tenant]/users">) {
  return <Words of={["users", "act-as"]}>{children}</Words>;
}

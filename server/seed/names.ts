/** Given names of a present-day organization; random combinations name no real person. */
export const givenNames =
  "Aaliyah Adrian Aisha Akira Aleksandra Alice Amara Amir Ana Anders Anika Anouk Antonín Aoife Arjun Astrid Ayşe Beatriz Ben Björn Bogdan Camille Carlos Carmen Chidi Chloé Clara Dag Daniel Daria David Deniz Diego Dmitri Ebba Elif Elena Elias Emeka Emil Emma Erik Esra Eva Farah Fatima Felix Femi Filip Finn Florence Freja George Giulia Grace Hana Hannah Hassan Helena Henrik Hiroshi Hugo Ida Ines Ingrid Irina Isabel Ivan Jakub Jan Jana Jelena João Jonas José Julia Jun Kai Karim Katarzyna Keiko Kofi Lars Laura Leila Lena Leo Liam Lina Linh Lucas Lucía Luka Maja Malik Marcus Maria Marta Mateo Maya Mehmet Mei Mila Milan Mina Mohammed Nadia Naomi Nikolai Nina Noah Noor Nuria Olga Oliver Omar Oskar Paul Pavel Pedro Petra Priya Rafael Rania Robin Rosa Ruth Sakura Samuel Sara Sebastian Selin Silvia Simone Sofia Stefan Sven Tara Tariq Theo Thomas Tomás Uma Valentina Vera Victor Wanjiru Yara Yasmin Yuki Zainab Zeynep Zoë".split(
    " ",
  );

export const familyNames =
  "Abebe Acosta Ahmed Almeida Andersen Arslan Bakker Banerjee Barbieri Becker Bergström Bianchi Brandt Chen Costa Cruz Dahl Demir Diallo Dubois Dvořák Eriksen Fernández Ferrari Fischer Fontaine Garcia Gomes Greco Gupta Haddad Hansen Hartmann Hernández Hoffmann Horvat Ibrahim Ivanova Jansen Jensen Johansson Jovanović Kaya Keller Khan Kim Klein Kovács Kowalski Kumar Larsen Lefèvre Lehmann Li Lindqvist López Ma Makinen Martin Mbeki Mendes Meyer Moreau Müller Nakamura Navarro Ndiaye Nguyen Nielsen Novák Nowak Okafor Olsen Osei Ozturk Papadopoulos Patel Pereira Petrov Popescu Quist Rahman Ramos Reyes Ricci Rossi Roth Ruiz Sato Schmidt Schneider Silva Singh Sokolov Sørensen Suzuki Szabó Tanaka Thomsen Torres Tran Usman Vargas Virtanen Vogel Walker Wang Weber Wójcik Wong Yamamoto Yıldız Zhang Zimmermann".split(
    " ",
  );

/** The roles of the demo's organization, each with its approximate share of the people. */
export const demoRoles: [name: string, description: string, share: number][] = [
  ["Employee", "Everybody who works here.", 0.85],
  ["Contractor", "Works here for a time, on a contract.", 0.1],
  ["Engineering", "Builds and runs the products.", 0.28],
  ["On-call", "May be woken by an alert, and may act on it.", 0.06],
  ["Production access", "May look into production systems.", 0.05],
  ["Design", "Designs the products.", 0.05],
  ["Product", "Decides what is built next.", 0.05],
  ["Sales", "Talks to those who may buy.", 0.14],
  ["Customer success", "Helps those who have bought.", 0.09],
  ["Support agent", "Answers tickets.", 0.08],
  ["Finance", "Keeps the books.", 0.04],
  ["Invoice approver", "May approve invoices of up to 10,000.", 0.03],
  ["People team", "Hires, pays and looks after everybody.", 0.03],
  ["Legal", "Reads contracts.", 0.02],
  ["Marketing", "Tells the world.", 0.07],
  ["Warehouse", "Packs and ships.", 0.09],
];

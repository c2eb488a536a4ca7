// Rows for all three grids.
const names = ["Ada Lovelace", "Alan Turing", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth", "Margaret Hamilton", "Ken Thompson", "Radia Perlman", "Dennis Ritchie", "Frances Allen", "John McCarthy", "Hedy Lamarr", "Claude Shannon", "Katherine Johnson", "Niklaus Wirth", "Mary Jackson", "Tony Hoare", "Joan Clarke", "John Backus"];
const cities = ["London", "Oslo", "Paris", "Delft", "Boston"];
const people = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  name: at < 20 ? names[at] : `${names[at % 20].split(" ")[0]} ${["Smith", "Jones"][Math.floor(at / 20) - 1]}`,
  city: cities[(at * 3) % 5],
  age: 24 + ((at * 17) % 41),
  salary: 3000 + ((at * 530) % 4100),
  active: at % 4 !== 0,
}));
const byId = (rows) => Object.fromEntries(rows.map((row) => [row.id, { ...row }]));

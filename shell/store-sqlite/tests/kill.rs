//! A process that is killed in the middle of its work loses nothing that it had told anybody.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use rusqlite::Connection;
use screen_agent_action::status::TaskStatus;
use screen_agent_store::account::{EndSignIns, NewToken, TokenHash, TokenHolder};
use screen_agent_store::conformance::conversations::{asked, conversation};
use screen_agent_store::conformance::world::{self, NOW};
use screen_agent_store::conversation::PacketRecord;
use screen_agent_store::run::{SaveRun, Taken};
use screen_agent_store::session::{MessageSender, MessageStatus, NewMessage};
use screen_agent_store::task::StoredStep;
use screen_agent_store::turn::{BeginTurn, Begun, TurnCommit};
use screen_agent_store::upkeep::Recovered;
use screen_agent_store::{Owner, Packed, Store};
use screen_agent_store_sqlite::SqliteStore;

const DATABASE: &str = "SCREEN_AGENT_TEST_DATABASE";
const WORKERS: u128 = 4;
const REVOKED: TokenHash = TokenHash([9; 32]);

/// What the process said of its work before it died: by task, how many turns had begun, how many of
/// those were answered, and of how many a packet was kept.
type Told = BTreeMap<u128, Counts>;

#[derive(Default)]
struct Counts {
    begun: usize,
    answered: usize,
    kept: usize,
}

#[test]
fn whatever_was_told_is_there_after_a_kill() {
    for lines in [1, 2, 9, 40, 170] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let told = run_and_kill(&path, lines);
        let store = SqliteStore::open(&path).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(async {
            check_recovery(&store).await;
            for (task, counts) in &told {
                check_packets(&store, *task, counts.kept).await;
                check_task(&store, *task, counts.begun, counts.answered).await;
            }
            let revoked = store
                .upkeep()
                .find::<TokenHolder>((REVOKED, NOW))
                .await
                .unwrap();
            assert_eq!(revoked, None);
        });
        drop(store);
        check_database(&path);
    }
}

/// Starts the writer below in a process of its own and kills it after so many lines.
fn run_and_kill(path: &Path, lines: usize) -> Told {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "writes_until_killed", "--nocapture"])
        .env(DATABASE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut told = Told::new();
    let mut note = |line: String| {
        let mut words = line.split(' ');
        let turns = match words.next() {
            Some("begun") => |counts: &mut Counts| counts.begun += 1,
            Some("answered") => |counts: &mut Counts| counts.answered += 1,
            Some("kept") => |counts: &mut Counts| counts.kept += 1,
            _ => return false,
        };
        turns(
            told.entry(words.next().unwrap().parse().unwrap())
                .or_default(),
        );
        true
    };
    let mut noted = 0;
    while noted < lines {
        noted += usize::from(note(output.next().unwrap().unwrap()));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // It went on while it was being killed; what it said then counts as well.
    for line in output.map_while(Result::ok) {
        note(line);
    }
    told
}

/// Not a test: the process that is killed.
#[test]
#[ignore = "run by the test above, in a process of its own"]
#[allow(clippy::print_stdout, reason = "the parent process reads it")]
fn writes_until_killed() {
    let Some(path) = std::env::var_os(DATABASE) else {
        return;
    };
    // Ends the line that the test harness has begun.
    println!();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(Path::new(&path)).unwrap();
        let owner = world::owner(&store, 1).await;
        let upkeep = store.upkeep();
        upkeep
            .add_token(NewToken::new(REVOKED, owner, NOW + 1000, NOW))
            .await
            .unwrap();
        upkeep
            .end_sign_ins(EndSignIns::Token(REVOKED), NOW)
            .await
            .unwrap();
        let workers = (1..=WORKERS).map(|number| tokio::spawn(work(store.clone(), owner, number)));
        for worker in workers.collect::<Vec<_>>() {
            worker.await.unwrap();
        }
    });
}

/// Advances task after task, and says so each time something was acknowledged.
#[allow(clippy::print_stdout, reason = "the parent process reads it")]
async fn work(store: SqliteStore, owner: Owner, worker: u128) {
    for round in 0..1000 {
        let task = worker * 10_000 + round;
        for turn in 0..20 {
            let begin = turn_of(task, turn);
            world::open(&store, owner, begin.clone()).await;
            println!("begun {task}");
            let commit = closing(&store, owner, &begin, task).await;
            store.scoped(owner).commit_turn(commit).await.unwrap();
            println!("answered {task}");
            keep_packet(&store, owner, task, turn).await;
            println!("kept {task}");
        }
    }
}

/// Keeps a packet, uses an approval up and puts a run back, each of the turn.
async fn keep_packet(store: &SqliteStore, owner: Owner, task: u128, turn: u128) {
    let rows = store.scoped(owner);
    let number = u32::try_from(turn).unwrap();
    let packet = asked(&format!("q{turn}"), number, &format!("words {turn}"));
    let sent = rows.add_packets(conversation(&task.to_string()), vec![packet], NOW);
    sent.await.unwrap();
    let used = world::use_approval(rows.as_ref(), &format!("{task} {turn}"), NOW).await;
    assert!(used.unwrap());
    let id = format!("run {task}");
    let claim = match rows.take_run(id.clone(), NOW).await.unwrap() {
        Taken::Open { claim, .. } => Some(claim),
        Taken::Unknown => None,
        Taken::Busy => panic!("one worker has it"),
    };
    let run = SaveRun {
        id,
        conversation_id: task.to_string(),
        state: Packed::bytes(turn.to_string().as_bytes()),
        claim,
        expires_ms: NOW + 1_000,
        now_ms: NOW,
    };
    world::save_run(rows.as_ref(), run).await.unwrap();
}

fn turn_of(task: u128, turn: u128) -> BeginTurn {
    let words = format!("words {turn}");
    let begin = match turn {
        0 => world::first(task, task, &words),
        turn => world::later(task, &words, turn),
    };
    BeginTurn {
        key: Some(world::key("interact", &format!("{task} {turn}"), 1)),
        ..begin
    }
}

async fn closing(store: &SqliteStore, owner: Owner, begin: &BeginTurn, task: u128) -> TurnCommit {
    let mut state = world::task(store, owner, task).await;
    let verdicts = state.outstanding().map(|step| step.index);
    let verdicts = verdicts.map(|index| world::judge(&mut state, index));
    let index = u16::try_from(state.steps.len()).unwrap();
    state.steps.push(world::click(index));
    state.status = TaskStatus::Executing;
    TurnCommit {
        steps: vec![world::new_step(&world::click(index))],
        verdicts: verdicts.into_iter().collect(),
        said: Some(NewMessage {
            action: Some(format!("click({index})")),
            status: Some(MessageStatus::Pending),
            ..world::message(MessageSender::Assistant, &format!("reply {index}"))
        }),
        answer: Some((begin.key.clone().unwrap().key, answer(index))),
        ..world::commit(begin, &mut state)
    }
}

fn answer(index: u16) -> screen_agent_store::answer::StoredResponse {
    world::response(&format!("{{\"action\":\"click({index})\"}}"))
}

async fn check_recovery(store: &SqliteStore) {
    let first = store.upkeep().recover(NOW).await.unwrap();
    let cut_off = first.resumable + first.interrupted;
    assert!(cut_off <= u64::try_from(WORKERS).unwrap(), "{first:?}");
    // Every turn had a key, and a packet that was cut off before it kept anything has one, too.
    let dropped = first.claims_dropped;
    assert!(cut_off <= dropped, "{first:?}");
    assert!(dropped <= u64::try_from(WORKERS).unwrap(), "{first:?}");
    let again = store.upkeep().recover(NOW).await.unwrap();
    let nothing = Recovered {
        alone: true,
        ..Recovered::default()
    };
    assert_eq!(again, nothing);
}

/// Every packet told is there and is found, every approval is used, and the run is as it was put
/// back last.
async fn check_packets(store: &SqliteStore, number: u128, kept: usize) {
    let rows = store.scoped(world::first_owner(store).await);
    let packets = rows.list::<PacketRecord>(number.to_string()).await.unwrap();
    assert!((kept..=kept + 1).contains(&packets.len()), "{kept}");
    let ids: Vec<_> = packets.iter().map(|packet| packet.id.clone()).collect();
    let expected: Vec<_> = (0..ids.len()).map(|turn| format!("q{turn}")).collect();
    assert_eq!(ids, expected);
    let Some(last) = kept.checked_sub(1) else {
        return;
    };
    for turn in 0..kept {
        let again = world::use_approval(rows.as_ref(), &format!("{number} {turn}"), NOW).await;
        assert!(!again.unwrap());
    }
    let Taken::Open { state, .. } = rows.take_run(format!("run {number}"), NOW).await.unwrap()
    else {
        panic!("nobody holds the run of {number}");
    };
    let state: usize = state.read().unwrap();
    assert!((last..=last + 1).contains(&state), "{state}");
}

/// Everything told is there, at most one turn further has been begun, and the task goes on.
async fn check_task(store: &SqliteStore, number: u128, begun: usize, answered: usize) {
    let owner = world::first_owner(store).await;
    let rows = store.scoped(owner);
    let timeline = rows
        .list::<StoredStep>(world::task_id(number))
        .await
        .unwrap();
    let actions: Vec<_> = timeline.into_iter().map(|s| s.action).collect();
    assert!((answered..=answered + 1).contains(&actions.len()));
    let expected: Vec<_> = (0..actions.len())
        .map(|at| format!("click({at})"))
        .collect();
    assert_eq!(actions, expected);

    let said = world::said(store, owner, number).await;
    let words = said
        .iter()
        .filter(|message| message.role == MessageSender::User);
    assert!((begun..=begun + 1).contains(&words.count()));
    let numbers: Vec<_> = said.iter().map(|message| message.sequence).collect();
    let count = u32::try_from(said.len()).unwrap();
    assert_eq!(numbers, (0..count).collect::<Vec<_>>());

    for turn in 0..answered {
        let begun = rows
            .begin_turn(turn_of(number, turn as u128))
            .await
            .unwrap();
        let Begun::Answered(response) = begun else {
            panic!("turn {turn} of {number} was answered: {begun:?}");
        };
        assert_eq!(response, answer(u16::try_from(turn).unwrap()));
    }
    world::open(store, owner, world::later(number, "go on", 999)).await;
}

/// SQLite finds nothing wrong, and neither does a look at what the schema promises.
fn check_database(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let sound: String = connection
        .pragma_query_value(None, "integrity_check", |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
    // The index has a word for every row, and none beside.
    connection
        .execute_batch(
            "INSERT INTO packet_words (packet_words, rank) VALUES ('integrity-check', 1)",
        )
        .unwrap();
    let count = |sql: &str| -> i64 { connection.query_row(sql, [], |row| row.get(0)).unwrap() };
    for wrong in [
        "SELECT count(*) FROM pragma_foreign_key_check",
        "SELECT count(*) FROM tasks WHERE step_count <>
           (SELECT count(*) FROM steps WHERE task_pk = pk)",
        "SELECT count(*) FROM tasks WHERE turn_count <>
           (SELECT count(*) FROM turn_records WHERE task_pk = pk)",
        "SELECT count(*) FROM sessions WHERE message_count <>
           (SELECT count(*) FROM messages WHERE session_pk = pk)",
        "SELECT (SELECT count(*) FROM messages) + (SELECT count(*) FROM turn_records)
           - (SELECT count(*) FROM outbox WHERE kind <> 'interrupted')",
        "SELECT count(*) FROM conversations WHERE packet_count <>
           (SELECT count(*) FROM packets WHERE conversation_pk = conversations.pk)",
        "SELECT count(*) FROM runs WHERE NOT EXISTS
           (SELECT 1 FROM run_states WHERE run_pk = runs.pk)",
        "SELECT count(*) FROM tasks LEFT JOIN task_states ON task_pk = pk WHERE body IS NULL",
    ] {
        assert_eq!(count(wrong), 0, "{wrong}");
    }
}

//! What every adapter must do: many small cases, each on a store of its own.
//!
//! An adapter's tests are one line: `screen_agent_store::conformance!(open);`, where `open()` gives
//! an empty store and whatever keeps it alive.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "these are tests; their names say what they are for"
)]

pub mod accounts;
pub mod artifacts;
pub mod audit;
pub mod callbacks;
pub mod collections;
pub mod conversations;
pub mod costs;
pub mod documents;
pub mod files;
pub mod histories;
pub mod isolation;
pub mod keys;
pub mod knowledge;
pub mod leases;
pub mod memories;
pub mod messages;
pub mod oauth;
pub mod objects;
pub mod outbox;
pub mod profiles;
pub mod queue;
pub mod races;
pub mod retention;
pub mod run_files;
pub mod runs;
pub mod schedules;
pub mod sessions;
pub mod steps;
pub mod tab_leases;
pub mod tasks;
pub mod turns;
pub mod vault;
pub mod workflows;
pub mod world;

/// Makes a test of each case, for a store that `open` makes.
#[macro_export]
macro_rules! conformance {
    ($open:ident) => {
        $crate::conformance_cases! { $open
            profiles: [
                what_a_run_leaves_in_its_profile_the_next_begins_with,
                one_run_at_a_time_has_a_profile,
                a_profile_is_its_owners_alone_and_for_who_holds_its_run,
                a_profile_that_is_removed_stays_so_and_another_may_be_begun,
                profiles_are_so_many_and_go_with_the_account,
            ]
            run_files: [
                a_run_has_the_files_that_it_is_given_for_as_long_as_it_is_not_over,
                a_run_is_given_its_owners_files_or_is_not_submitted,
                what_a_page_gave_is_kept_once_for_whoever_holds_the_run,
                a_run_keeps_so_many_files_of_pages,
                another_try_begins_without_what_pages_gave_the_last_time,
                files_of_runs_go_with_the_account,
            ]
            oauth: [
                a_grant_is_a_sign_in_that_nobody_signs_in_by,
                a_code_is_exchanged_once_and_each_refresh_turns_the_tokens,
                what_is_shown_twice_ends_the_grant,
                a_code_that_is_shown_twice_ends_what_came_of_it,
                a_code_is_good_for_whom_it_was_given_and_in_one_way,
                what_ends_sign_ins_ends_grants,
                programs_that_nobody_allows_anything_make_room,
            ]
            accounts: [
                a_user_signs_in_by_email_whatever_its_case,
                an_email_belongs_to_one_user,
                users_of_one_tenant_name_share_the_tenant,
                a_token_counts_until_it_expires,
                a_revoked_token_never_counts_again,
                a_new_password_revokes_every_token,
                a_new_password_keeps_the_sign_in_that_it_came_from,
                a_token_that_nobody_uses_ends,
                sign_ins_are_listed_and_ended_by_their_owner_alone,
                a_closed_account_has_no_tokens_until_it_is_opened,
                whatever_ends_a_sign_in_early_is_noticed,
                a_removed_person_leaves_nothing_and_others_everything,
                what_is_erased_is_gone_and_the_account_stays,
                a_second_factor_counts_once_confirmed_and_each_code_once,
                a_published_key_is_no_sign_in_and_ends_when_it_is_revoked,
                a_window_admits_its_limit_and_no_more,
                windows_are_apart_and_can_be_forgotten,
                what_is_given_back_can_be_used_again,
                a_window_ends_in_its_length_though_the_clock_was_set_back,
                preferences_are_kept_for_each_user,
                a_living_store_answers,
            ]
            artifacts: [
                an_artifact_comes_back_as_it_was,
                an_artifact_follows_its_path,
                who_comes_too_late_changes_nothing,
                of_many_makers_one_makes_it,
                content_comes_with_the_step,
                the_same_is_not_made_twice,
                artifacts_are_listed_the_latest_first,
                a_completed_artifact_outlives_its_collection,
                a_removed_artifact_is_gone,
                a_user_has_so_many_artifacts,
                what_begins_otherwise_is_refused,
                recovery_has_what_a_dead_process_made_made_again,
                a_foreign_artifact_is_one_that_never_was,
            ]
            audit: [
                rows_hang_on_each_other_from_the_first_one,
                what_happens_at_once_is_one_chain,
                whatever_changes_an_account_is_written_down_with_it,
                what_a_turn_says_is_written_down_with_it_or_not_at_all,
                rows_are_seen_by_whom_they_concern,
                marks_and_keys_come_back_as_they_were,
                what_is_deleted_is_written_down,
            ]
            callbacks: [
                each_state_is_told_once_as_it_was_and_in_order,
                what_nobody_says_the_end_of_is_told_again_by_others,
                what_is_given_up_is_not_tried_again_and_written_down,
                of_a_run_without_a_callback_nothing_is_told,
                what_was_brought_is_told_with_its_end_whatever_comes_after,
                callbacks_go_with_their_run,
                a_row_of_a_batch_is_submitted_once,
            ]
            collections: [
                a_collection_comes_back_as_it_was,
                a_collection_is_renamed,
                collections_are_listed_by_their_latest_change,
                a_user_has_so_many_collections,
                an_address_stands_once_in_a_collection,
                of_sources_that_come_at_once_each_address_stands_once,
                notes_stand_beside_each_other_with_their_text,
                a_collection_has_so_many_sources,
                a_capture_comes_back_as_it_was,
                a_failed_capture_hides_no_earlier_one,
                a_capture_that_is_too_long_is_refused_whole,
                a_source_is_captured_by_one_at_a_time,
                a_removed_collection_takes_its_sources_along,
                a_removed_source_makes_room,
                a_foreign_collection_is_one_that_never_was,
            ]
            conversations: [
                packets_come_back_as_they_were,
                the_same_packet_is_kept_once_and_as_it_came_first,
                a_packet_id_is_unique_in_its_conversation_only,
                title_and_origin_stay_as_they_came_first,
                a_request_never_runs_back_and_nothing_of_it_is_kept,
                an_answer_that_comes_late_stands_with_its_turn,
                packets_that_come_at_once_are_all_kept,
                conversations_are_listed_by_their_latest_change,
                a_conversation_is_found_by_its_words,
                what_is_found_is_paged_too,
                a_forgotten_conversation_is_gone_with_its_words,
                an_answer_makes_no_conversation,
                long_words_are_cut_and_packets_are_not,
                a_foreign_conversation_is_one_that_never_was,
            ]
            costs: [
                each_call_is_kept_with_its_turn,
                what_was_done_and_spent_is_summed_up_by_day,
                calls_without_a_task_are_kept_and_summed,
                what_a_tenant_spent_is_summed_since_a_time,
                a_sum_beyond_all_numbers_is_still_a_sum,
                the_step_knows_its_turn,
                debug_logs_are_the_owners_newest_first,
            ]
            objects: [
                an_object_is_replaced_where_that_is_wanted,
                objects_are_listed_by_key_and_trace,
                jobs_wait_until_they_are_ended,
                traces_are_listed_with_what_they_told,
            ]
            documents: [
                a_document_follows_its_own_version_alone,
                documents_are_listed_by_path_prefix_and_change,
                a_keyword_follows_its_own_version_alone,
            ]
            files: [
                a_file_comes_back_to_its_owner_alone,
                a_key_names_one_file_of_its_owner,
                files_go_after_their_term_and_their_bytes_are_then_nobodys,
                domains_are_the_tenants,
                what_is_kept_is_counted,
            ]
            histories: [
                what_happened_comes_back_in_order_until_there_is_an_answer,
                a_foreign_history_is_one_that_never_was,
            ]
            isolation: [
                a_foreign_task_is_one_that_never_was,
                a_foreign_session_is_one_that_never_was,
                a_session_id_is_unique_for_its_owner_only,
                a_foreign_lease_cannot_be_used,
            ]
            keys: [
                the_same_request_gets_the_same_answer_and_no_rows,
                another_body_under_a_used_key_is_refused,
                a_key_whose_turn_is_open_is_in_flight,
                an_abandoned_key_is_free_again,
                a_key_of_a_dead_turn_is_free_again,
                a_turn_that_lost_its_key_keeps_nothing,
                a_turn_closed_without_an_answer_frees_its_key,
                keys_are_apart_by_owner_and_endpoint,
                an_answer_is_kept_for_a_day,
            ]
            knowledge: [
                knowledge_comes_back_as_it_was_added,
                knowledge_is_read_by_one_holder_at_a_time,
                a_source_is_read_again_when_it_is_due,
                chunks_are_found_by_their_terms_once_the_document_is_whole,
                a_new_version_takes_the_place_of_the_old_one_as_a_whole,
                documents_that_are_not_there_any_more_go,
                removed_knowledge_is_gone_at_once_and_then_for_good,
                foreign_knowledge_is_what_never_was,
                knowledge_is_found_for_the_hosts_that_it_is_for,
                chunks_are_found_by_vectors,
            ]
            leases: [
                a_second_turn_is_busy_until_the_first_closes,
                of_many_turns_at_once_one_opens,
                a_dead_turn_holds_its_task_for_a_minute,
                a_turn_that_lost_its_lease_keeps_nothing,
                a_renewed_lease_holds_on,
                an_abandoned_turn_frees_its_task,
                an_abandoned_first_turn_leaves_no_words_without_a_task,
                a_lease_of_a_clock_that_was_wrong_does_not_hold,
                a_task_is_leased_without_words,
                what_comes_of_a_task_that_was_seized_counts_no_more,
                recovery_frees_what_a_dead_turn_held,
                recovery_happens_once,
            ]
            memories: [
                the_conversation_is_remembered_without_the_tasks_own_words,
                only_the_latest_is_remembered_and_cut_short,
                notes_are_appended_before_what_is_said,
                what_is_handed_on_is_kept_for_the_conversation,
                a_conversation_keeps_so_many_values_of_so_many_letters,
                a_fix_is_counted_and_replaced_when_another_worked,
                what_works_best_on_the_site_comes_first,
                memories_are_the_owners_and_fixes_the_tenants,
                other_conversations_are_searched,
                what_is_remembered_is_read_corrected_and_forgotten,
            ]
            messages: [
                messages_are_numbered_in_commit_order,
                the_same_words_are_not_said_twice,
                an_outcome_is_noted_on_our_latest_action,
                paging_by_number_meets_each_message_once,
                paging_by_time_meets_each_message_once,
                a_summary_is_short,
            ]
            outbox: [
                each_message_and_turn_is_told_once_in_commit_order,
                what_is_marked_as_sent_is_where_the_next_start_begins,
                what_is_marked_as_sent_can_still_be_read,
                the_oldest_come_first_and_no_more_than_asked_for,
                a_turn_that_is_refused_tells_nothing,
                a_task_that_is_left_lying_is_told_of,
                recovery_tells_of_what_it_interrupts,
                a_sweep_tells_of_what_it_interrupts,
                a_channel_is_of_whoever_had_the_id_first,
                any_surface_can_publish_and_a_name_is_its_first_owners,
                what_was_published_is_its_owners_to_read_until_it_goes,
                what_is_published_next_stands_behind_what_its_owner_knows,
            ]
            queue: [
                a_run_goes_from_hand_to_hand_to_its_end,
                a_run_that_is_held_is_watched_by_its_owner_alone_and_by_one_at_a_time,
                what_a_person_did_on_a_page_is_remembered_until_the_run_begins_anew,
                the_queue_is_counted_whoevers_the_runs_are,
                a_lost_worker_loses_the_run_to_another,
                what_lets_a_worker_in_counts_while_it_holds_the_run,
                a_run_whose_workers_are_lost_again_and_again_fails,
                a_lease_of_a_wrong_clock_does_not_hold_a_run,
                the_tenant_with_the_fewest_comes_first_and_then_the_longest_unserved,
                tenants_take_turns_on_a_single_slot,
                the_urgent_come_first_within_their_tenant,
                a_site_has_so_many_runs_at_once_and_a_pause_between_them,
                what_is_asked_is_answered_once_while_somebody_waits_for_it,
                what_a_run_brought_is_its_owners_until_it_is_wanted_again,
                a_cancelled_run_is_over_for_everybody,
                the_run_of_a_conversation_is_cancelled_with_it,
                runs_of_a_closed_account_wait_until_it_is_opened,
                what_is_over_or_waits_for_nobody_is_begun_again,
                runs_are_listed_by_status_and_words_the_newest_first,
                a_foreign_run_of_the_queue_is_one_that_never_was,
                a_run_that_is_submitted_again_is_the_same_run,
                a_user_has_so_many_runs_that_are_not_over,
                runs_that_are_over_go_after_their_term,
            ]
            retention: [
                finished_tasks_go_whole_after_their_term,
                interrupted_tasks_go_sooner,
                active_tasks_are_never_deleted,
                a_sweep_takes_a_batch_at_most,
                closed_sessions_go_with_their_messages,
                left_sessions_go_sooner,
                what_would_go_is_counted,
                pictures_go_sooner_than_their_task,
                what_has_run_out_goes,
                fixes_that_failed_or_were_not_used_go,
                of_too_many_fixes_those_used_longest_ago_go,
                debug_logs_go_after_a_week,
                conversations_of_packets_go_after_their_term,
            ]
            runs: [
                a_run_comes_back_as_it_was_however_large,
                of_many_that_go_on_with_a_run_one_does,
                a_run_that_is_let_go_is_as_it_was,
                a_dead_request_holds_its_run_for_a_lease,
                a_renewed_run_is_held_on,
                a_run_that_was_let_go_cannot_be_saved,
                an_ended_or_expired_run_is_unknown,
                a_sweep_takes_expired_runs_that_nobody_holds,
                of_too_many_runs_the_first_to_expire_make_room,
                recovery_frees_runs_that_a_dead_process_held,
                a_forgotten_conversation_takes_its_runs_along,
                an_approval_counts_once,
                the_same_request_is_answered_once,
                a_question_that_was_dropped_or_left_is_free_again,
                a_question_is_held_for_as_long_as_somebody_is_at_it,
                answers_are_the_owners_and_go_with_their_conversation,
                a_foreign_run_is_one_that_never_was,
            ]
            schedules: [
                a_schedule_comes_back_as_it_is_and_is_due_at_its_time,
                each_time_is_begun_once,
                a_run_is_not_begun_beside_the_one_before_unless_told_so,
                what_cannot_be_begun_is_said_and_moves_on,
                a_paused_or_removed_schedule_begins_nothing,
                a_user_has_so_many_schedules,
            ]
            sessions: [
                init_makes_a_session_once,
                a_turn_makes_the_session_that_its_client_named,
                a_title_is_the_domain_and_the_first_words,
                a_chosen_title_stays,
                where_it_began_is_kept_when_the_tab_moves_on,
                sessions_are_listed_by_their_latest_change,
                sessions_are_listed_by_status_and_page,
                a_session_stands_as_its_tasks,
                the_latest_session_is_the_one_that_changed_last,
                a_session_is_found_by_its_domain,
                an_archived_session_is_out_of_use,
                an_unknown_session_has_no_messages,
            ]
            steps: [
                a_step_comes_back_as_it_was,
                a_verdict_is_kept_with_its_step,
                a_step_out_of_order_is_refused_whole,
                a_step_beyond_the_last_is_refused,
                a_second_outstanding_step_is_refused,
                a_judged_step_is_not_judged_again,
                a_verdict_on_nothing_is_refused,
                steps_of_a_chain_are_judged_as_they_come,
                an_approval_is_used_once,
                a_state_that_disagrees_with_its_steps_is_refused,
                a_picture_is_kept_with_its_step,
                a_picture_that_is_too_large_is_refused,
            ]
            tab_leases: [
                a_lease_is_asked_for_allowed_and_worked_under,
                what_was_not_taken_up_when_a_lease_ends_was_not_done,
                what_is_under_way_when_a_lease_ends_is_told_later,
                one_lease_a_tab,
                a_lease_ends_by_itself_and_an_observer_only_looks,
                a_paused_lease_does_nothing_until_it_is_given_back,
                leases_are_their_owners_and_so_many,
            ]
            tasks: [
                a_task_of_the_same_address_is_gone_on_with_first,
                a_task_left_lying_is_interrupted,
                a_task_that_waits_for_the_person_may_wait,
                an_interrupted_task_is_taken_up_as_interrupted,
                the_active_task_is_one_of_the_session,
                tasks_of_a_session_are_listed_oldest_first,
            ]
            turns: [
                the_words_are_durable_before_the_turn_closes,
                a_task_comes_back_as_it_was,
                an_unknown_task_is_refused,
                a_task_of_another_session_is_unknown,
                an_ended_task_takes_no_turn,
                an_archived_session_takes_no_turn,
                a_task_that_has_ended_stays_as_it_is,
                records_come_back_in_order,
                a_turn_that_is_refused_leaves_nothing,
            ]
            workflows: [
                every_version_of_a_workflow_stays_as_it_was,
                a_version_that_does_not_follow_the_latest_changes_nothing,
                a_workflow_that_is_made_again_is_the_same_workflow,
                two_workflows_of_an_owner_are_not_called_the_same,
                a_workflow_is_its_owners_and_goes_with_its_versions,
                a_user_has_so_many_workflows,
            ]
            vault: [
                a_secret_is_told_by_name_and_set_anew,
                a_secret_is_given_to_whoever_holds_a_run_that_names_it_on_its_sites,
                what_came_of_an_order_is_held_against_its_secrets,
                what_becomes_of_secrets_is_in_the_audit_log_without_them,
                a_user_has_so_many_secrets,
            ]
        }
    };
}

/// Spells the cases of [`conformance!`] out as tests.
#[doc(hidden)]
#[macro_export]
macro_rules! conformance_cases {
    ($open:ident $($topic:ident: [$($case:ident,)*])*) => {
        $(mod $topic {
            $(#[tokio::test]
            async fn $case() {
                let (store, _keep) = super::$open();
                $crate::conformance::$topic::$case(&store).await;
            })*
        })*
    };
}

//! Organisations that have models of their own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use screen_agent_action::id::TenantId;
use screen_agent_ports::Thinker;
use screen_agent_store::account::User;
use screen_agent_store::{Owner, Store, Stored};

/// Models, and what an organisation may spend on them.
#[derive(Clone)]
pub struct TenantModels {
    /// Who is asked.
    pub thinker: Arc<dyn Thinker>,
    /// Most millionths of the price table's unit for a tenant in a day; 0 means no limit.
    pub micros_a_day: u64,
}

/// Organisations that have models of their own.
#[derive(Clone, Default)]
pub struct OwnModels {
    by_name: Arc<HashMap<String, TenantModels>>,
    /// By id, as far as anybody of them has asked: what an organisation is called stays.
    known: Arc<Mutex<HashMap<TenantId, Option<TenantModels>>>>,
}

impl OwnModels {
    /// By the organisations' names.
    pub fn new(by_name: HashMap<String, TenantModels>) -> Self {
        Self {
            by_name: Arc::new(by_name),
            known: Arc::default(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Those of the owner's organisation; nothing where everybody's are theirs.
    pub(crate) async fn of(&self, owner: Owner, store: &dyn Store) -> Stored<Option<TenantModels>> {
        if self.is_empty() {
            return Ok(None);
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(models) = known().get(&owner.tenant) {
            return Ok(models.clone());
        }
        let Some(user) = store.upkeep().find::<User>(owner.user).await? else {
            return Ok(None);
        };
        let models = self.by_name.get(&user.tenant.name).cloned();
        known().insert(owner.tenant, models.clone());
        Ok(models)
    }
}
